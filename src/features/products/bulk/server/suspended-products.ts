import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'

/** Products changed in one transaction: each change touches a dozen indexes, and others must not wait for a large producer's. */
const PART = 50

/**
 * Archives and marks products of a suspended producer, so that lists, carts and orders need not ask; those archived before stay so. Changes some, and
 * gives whether there may be more. The caller has locked the producer.
 */
export async function settleSomeProducts(tx: Tx, producerId: string, isSuspended: boolean) {
  const wrong = tx
    .selectFrom('products')
    .select('id')
    .where('producer_id', '=', producerId)
    .$if(isSuspended, (select) => select.where('archived', '=', 0))
    .$if(!isSuspended, (select) => select.where('suspended', '=', 1))
  const rows = await lockRows(tx, wrong.orderBy('id').limit(PART)).execute()
  if (rows.length > 0) {
    const flag = isSuspended ? 1 : 0
    const ids = rows.map(({ id }) => id)
    await tx.updateTable('products').set({ archived: flag, suspended: flag }).where('id', 'in', ids).execute()
  }
  return rows.length === PART
}

/** Where the seller's own choice puts a product. */
export const placeAfter = {
  shown: { archived: 0, suspended: 0, draft: 0 },
  /** The product would be on sale, were its producer not suspended. */
  suspended: { archived: 1, suspended: 1, draft: 0 },
  archived: { archived: 1, suspended: 0, draft: 0 },
  draft: { archived: 1, suspended: 0, draft: 1 },
} as const

/** Whether a product is on sale, given its producer. Archived ones and drafts stay so. */
export function visibility(row: { archived: number; suspended: number }, isSuspended: boolean) {
  if (row.archived === 1 && row.suspended === 0) return { archived: 1, suspended: 0 }
  const flag = isSuspended ? 1 : 0
  return { archived: flag, suspended: flag }
}

/** Producers whose products do not match, after a crash. */
export async function findUnsettledProducers(db: Db) {
  const producers = db.selectFrom('producers').select('id')
  const suspended = (await producers.where('suspended_at', 'is not', null).execute()).map(({ id }) => id)
  const ofProducts = db.selectFrom('products').select('producer_id').distinct()
  const shown =
    suspended.length > 0
      ? await ofProducts.where('archived', '=', 0).where('producer_id', 'in', suspended).execute()
      : []
  // A literal: only then does SQLite use the index of suspended products.
  const hidden = await ofProducts.where('suspended', '=', sql.lit(1)).execute()
  const isSuspended = new Set(suspended)
  return [
    ...shown.flatMap(({ producer_id }) => producer_id ?? []),
    ...hidden.flatMap(({ producer_id }) => (producer_id === null || isSuspended.has(producer_id) ? [] : producer_id)),
  ]
}
