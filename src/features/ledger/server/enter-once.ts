import { createHash } from 'node:crypto'
import { keyTaken } from '#features/products/price-changes.contract.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from './entries.ts'

/** The seller, and their Idempotency-Key, if any. */
export interface ByHand {
  who: Principal
  key: string | undefined
}

/** Enters once a key, in the ledger's turn; `content` is all that was sent. Gives the entry's number. Throws KEY_REUSED, and as `enter`. */
export async function enterOnce(tx: Tx, { who, key }: ByHand, content: object, enter: () => Promise<number>) {
  await takeLedgerTurn(tx)
  if (key === undefined) return enter()
  const own = `${who.id} ${key}`
  const content_hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const known = await tx.selectFrom('ledger_keys').selectAll().where('key', '=', own).executeTakeFirst()
  if (known && known.content_hash !== content_hash) throw keyTaken()
  if (known) return known.entry_number
  const entry_number = await enter()
  await tx.insertInto('ledger_keys').values({ key: own, content_hash, entry_number }).execute()
  return entry_number
}

export async function appendOne(tx: Tx, at: Date, entry: NewEntry) {
  const [{ number } = { number: 0 }] = await appendEntries(tx, at, [entry])
  return number
}
