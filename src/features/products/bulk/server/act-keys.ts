import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import { keyTaken } from '../../price-changes.contract.ts'

/** The seller's key, and all that was sent with it. */
export interface Once {
  key: string
  content: object
}

interface Part extends Once {
  part: number
  at: Date
}

/** Runs `work` once for each key and part, else gives its first answer. Throws KEY_REUSED for other content. */
export async function doOnce(tx: Tx, { key, content, part, at }: Part, work: () => Promise<unknown>): Promise<unknown> {
  await takeTurns(tx, `key ${key}`)
  const content_hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const known = await tx.selectFrom('act_keys').selectAll().where('key', '=', key).execute()
  if (known.some((one) => one.content_hash !== content_hash)) throw keyTaken()
  const done = known.find((one) => one.part === part)
  if (done) return JSON.parse(done.answer)
  const answer = await work()
  const row = { key, part, content_hash, answer: JSON.stringify(answer), created_at: at.getTime() }
  await tx.insertInto('act_keys').values(row).execute()
  return answer
}

/** Keys are free again after a day. */
export const deleteOldActKeys = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'act_keys', ['key', 'part'], sql`created_at < ${now().getTime() - DAY_MS}`)
