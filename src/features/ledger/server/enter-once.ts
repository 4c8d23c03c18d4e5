import { createHash } from 'node:crypto'
import type { Tx } from '#kernel/db/database.ts'
import { NO_AMOUNTS } from '../ledger.amounts.ts'
import { keyTaken } from '../ledger.contract.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from './entries.ts'

/** Who enters something by hand, and with which Idempotency-Key, if any. */
export interface ByHand {
  sellerId: string
  key: string | undefined
}

/**
 * Has something entered in the ledger's turn, once for each key; `content` is all that was sent with it. Gives the number of the entry
 * that `enter` makes now, or made when the key came first. Throws KEY_REUSED, and what `enter` throws.
 */
export async function enterOnce(tx: Tx, { sellerId, key }: ByHand, content: object, enter: () => Promise<number>) {
  await takeLedgerTurn(tx)
  if (key === undefined) return enter()
  const own = `${sellerId} ${key}`
  const content_hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const known = await tx.selectFrom('ledger_keys').selectAll().where('key', '=', own).executeTakeFirst()
  if (known && known.content_hash !== content_hash) throw keyTaken()
  if (known) return known.entry_number
  const entry_number = await enter()
  await tx.insertInto('ledger_keys').values({ key: own, content_hash, entry_number }).execute()
  return entry_number
}

/** Of an entry that moves money only. */
export const NO_ENTRY = { ...NO_AMOUNTS, producerId: null, order: null, line: null, quantity: 0 }

/** Enters one, and gives its number. */
export async function appendOne(tx: Tx, at: Date, entry: NewEntry) {
  const [{ number } = { number: 0 }] = await appendEntries(tx, at, [entry])
  return number
}
