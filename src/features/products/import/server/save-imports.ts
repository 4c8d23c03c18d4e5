import { setImmediate } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { recount } from '#features/catalog/batches/server/daily-stock.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { isDuplicate } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { textOf } from '#shared/messages.ts'
import { message } from '../../products.messages.ts'
import { parseLines } from './import-lines.ts'
import { columnsIn, endDeadChecks, errorsIn, type ImportRow, moveImport, sortedByRow, told } from './import-rows.ts'
import { savePart } from './save-part.ts'

export type AvifQueue = Deps['avif']
type Pictured = readonly { productId: string; pictures: readonly ProductPicture[] }[]

/** How often in a row a part may lose against others. */
const MAX_TRIES = 20

/** Whichever process checked them. */
export async function saveImports(deps: OwnDeps, avif: AvifQueue, isStopping: () => boolean) {
  await endDeadChecks(deps)
  const imports = await deps.db.selectFrom('product_imports').select('id').where('state', '=', 'saving').execute()
  for (const { id } of imports)
    await inTransactions(deps, isStopping, {
      part: async () => {
        const { isOver, pictured } = await transact(deps, (tx) => writeNextPart(deps, tx, id))
        addToQueue(avif, pictured)
        return isOver
      },
      giveUp: () => endSaving(deps, id),
    })
}

export function addToQueue(avif: AvifQueue, pictured: Pictured) {
  for (const { productId, pictures } of pictured)
    avif.add(
      productId,
      pictures.flatMap((picture) => (picture.avif ? [] : [{ picture }])),
    )
}

interface Work {
  /** Does one part in a transaction; true: it was the last. */
  part: () => Promise<boolean>
  /** Called after an error of ours. */
  giveUp: () => Promise<void>
}

/** Does the parts one by one; others run between. A lost deadlock is tried again. Throws when the database is away or full; then the part waits. */
export async function inTransactions(deps: OwnDeps, isStopping: () => boolean, { part, giveUp }: Work) {
  let tries = 0
  while (!isStopping()) {
    try {
      if (await part()) return
      tries = 0
    } catch (error) {
      const failure = databaseFailure(error)
      // A deadlock, or somebody took an SKU, which the next try sees.
      tries += 1
      const mayWorkAgain = tries < MAX_TRIES && (failure === 'busy' || isDuplicate(error))
      if (!mayWorkAgain) {
        if (failure !== undefined) throw error
        deps.log.error({ err: error }, 'an import failed')
        return giveUp()
      }
    }
    await setImmediate()
  }
}

/** Locks the import's row, so that no two processes do one part; undefined when it has ended. */
export const takeUp = (deps: OwnDeps, tx: Tx, id: string, state: 'saving' | 'undoing') =>
  tx
    .updateTable('product_imports')
    .set({ touched_at: deps.now().getTime() })
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()

const over = { isOver: true, pictured: [] }

async function writeNextPart(deps: OwnDeps, tx: Tx, id: string): Promise<{ isOver: boolean; pictured: Pictured }> {
  const row = await takeUp(deps, tx, id, 'saving')
  if (!row) return over
  const next = await tx
    .selectFrom('import_parts')
    .select(['part', 'lines'])
    .where('import_id', '=', id)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  if (!next) {
    await finish(deps, tx, row)
    return over
  }
  const lines = parseLines(next.lines)
  const saved = await savePart(tx, {
    importId: id,
    columns: columnsIn(row),
    lines,
    now: deps.now(),
    config: deps.config,
  })
  if (columnsIn(row).includes('deliveryDays'))
    await recount(
      tx,
      lines.map((line) => line.id),
      sellingDay(deps),
    )
  await tx.deleteFrom('import_parts').where('import_id', '=', id).where('part', '=', next.part).execute()
  await tx
    .updateTable('product_imports')
    .set({
      done: row.done + lines.length,
      added: row.added + saved.added,
      changed: row.changed + saved.changed,
      ...(saved.left > 0
        ? { bad_lines: row.bad_lines + saved.left, errors: told(sortedByRow([...errorsIn(row), ...saved.errors]), []) }
        : {}),
    })
    .where('id', '=', id)
    .execute()
  return { isOver: false, pictured: saved.pictured }
}

async function finish(deps: OwnDeps, tx: Tx, row: ImportRow) {
  wakeAfterCommit(tx, STOCK_ALERTS)
  const { added, changed, bad_lines: left } = row
  const said = message('IMPORT_DONE', { added, changed, left })
  await recordAct(tx, {
    who: principalOf('seller', row.seller_id),
    action: 'product.imported',
    subject: row.id,
    summary: `Import: ${deps.word(said)}`,
    at: deps.now(),
    isInBackground: true,
  })
  await moveImport(tx, { id: row.id, from: 'saving' }, 'done', {
    ...{ message: textOf(said), done: row.lines, ended_at: deps.now().getTime() },
  })
}

/** After an error of ours: says how far it came. */
async function endSaving(deps: OwnDeps, id: string) {
  await transact(deps, async (tx) => {
    const row = await tx.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { done, lines, added, changed } = row
    const said = message('IMPORT_STOPPED', { done, lines, added, changed })
    await moveImport(tx, { id, from: 'saving' }, 'failed', { message: textOf(said), ended_at: deps.now().getTime() })
    await tx.deleteFrom('import_parts').where('import_id', '=', id).execute()
  })
}
