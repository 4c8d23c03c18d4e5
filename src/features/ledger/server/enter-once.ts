import { createHash } from 'node:crypto'
import { keyTaken } from '#features/products/price-changes.contract.ts'
import type { Waiting } from '#features/second-yes/server/ask-second-yes.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from './entries.ts'

/** The seller, and their Idempotency-Key, if any. */
export interface ByHand {
  who: Principal
  key: string | undefined
}

interface Entering {
  /** Whether it waits for a second yes; missing where that has been said. */
  ask?: (() => Promise<Waiting | undefined>) | undefined
  /** Gives the entry's number. */
  enter: () => Promise<number>
}

/**
 * Enters once a key, in the ledger's turn; `content` is all that was sent. Gives the entry's number, or what waits for a second yes. Throws
 * KEY_REUSED, and as `enter`.
 */
export async function enterOnce(
  tx: Tx,
  { who, key }: ByHand,
  content: object,
  { ask, enter }: Entering,
): Promise<{ entry: number } | { waiting: Waiting }> {
  await takeLedgerTurn(tx)
  const own = key === undefined ? undefined : `${who.id} ${key}`
  const content_hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const known =
    own === undefined
      ? undefined
      : await tx.selectFrom('ledger_keys').selectAll().where('key', '=', own).executeTakeFirst()
  if (known && known.content_hash !== content_hash) throw keyTaken()
  if (known) return { entry: known.entry_number }
  const waiting = await ask?.()
  if (waiting) return { waiting }
  const entry = await enter()
  if (own !== undefined)
    await tx.insertInto('ledger_keys').values({ key: own, content_hash, entry_number: entry }).execute()
  return { entry }
}

export async function appendOne(tx: Tx, at: Date, entry: NewEntry) {
  const [{ number } = { number: 0 }] = await appendEntries(tx, at, [entry])
  return number
}
