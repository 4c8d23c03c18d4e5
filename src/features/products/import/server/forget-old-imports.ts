import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { deleteInParts, inParts } from '#kernel/db/query/in-parts.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { textOf } from '#shared/messages.ts'
import { message } from '../../products.messages.ts'
import { letGoOfPicture } from './import-pictures.ts'
import { endCheck, KEPT_MS } from './import-rows.ts'

/** After a day deletes what imports keep: unconfirmed lines, their changes, and their pictures. */
export async function forgetOldImports(deps: OwnDeps) {
  const before = deps.now().getTime() - KEPT_MS
  const waiting = deps.db.selectFrom('product_imports').select('id').where('state', '=', 'checked')
  for (const { id } of await waiting.where('touched_at', '<', before).execute()) {
    const said = textOf(message('IMPORT_NOT_WRITTEN'))
    await endCheck(deps, id, { state: 'refused', message: said }, 'checked')
  }
  const isOld = sql<boolean>`import_id in (select id from product_imports
    where state in ('done', 'failed', 'undone') and ended_at < ${before})`
  await deleteInParts(deps.db, 'import_changes', ['import_id', 'product_id'], isOld)
  await inParts(async (size) => {
    const pictures = await picturesLeft(deps.db, before, size)
    for (const picture of pictures) await letGoOfPicture(deps, picture)
    return pictures.length
  })
}

/** Pictures of imports that are over and cannot be undone. */
const picturesLeft = (db: Db, before: number, size: number) =>
  db
    .selectFrom('import_pictures')
    .innerJoin('product_imports', 'product_imports.id', 'import_pictures.import_id')
    .select(['import_id', 'key', 'product_id'])
    .where('state', 'in', ['done', 'refused', 'failed', 'undone'])
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '<', before)]))
    .limit(size)
    .execute()
