import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'

/** Products a transaction: each change touches a dozen indexes, and other requests must not wait for a large producer's. */
const PART = 50

/**
 * Products of a suspended producer are archived and marked, so that lists, carts and orders need not ask about producers; those that
 * the seller had archived stay so. Changes some of the producer's products to what it is now, and says whether there may be more.
 * The producer's row is locked by the caller, before any product.
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

/** Where a product is once the seller has put it there. */
export const placeAfter = {
  shown: { archived: 0, suspended: 0, draft: 0 },
  /** In the shop, if its producer were. */
  suspended: { archived: 1, suspended: 1, draft: 0 },
  archived: { archived: 1, suspended: 0, draft: 0 },
  draft: { archived: 1, suspended: 0, draft: 1 },
} as const

/** Whether a product is in the shop, where its producer is suspended or not, or it has none. What the seller has archived stays so, and drafts stay drafts. */
export function visibility(row: { archived: number; suspended: number }, isSuspended: boolean) {
  if (row.archived === 1 && row.suspended === 0) return { archived: 1, suspended: 0 }
  const flag = isSuspended ? 1 : 0
  return { archived: flag, suspended: flag }
}

/** Producers whose products do not match their state, because a crash interrupted the change. */
export async function findUnsettledProducers(db: Db) {
  const producers = db.selectFrom('producer_applications').select('id')
  const suspended = (await producers.where('suspended_at', 'is not', null).execute()).map(({ id }) => id)
  const ofProducts = db.selectFrom('products').select('producer_id').distinct()
  const shown =
    suspended.length > 0
      ? await ofProducts.where('archived', '=', 0).where('producer_id', 'in', suspended).execute()
      : []
  // A literal, not a parameter: only then does SQLite use the index of suspended products.
  const hidden = await ofProducts.where('suspended', '=', sql.lit(1)).execute()
  const isSuspended = new Set(suspended)
  return [
    ...shown.flatMap(({ producer_id }) => producer_id ?? []),
    ...hidden.flatMap(({ producer_id }) => (producer_id === null || isSuspended.has(producer_id) ? [] : producer_id)),
  ]
}
