import { sql } from 'kysely'
import type { SellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { recount } from '#features/catalog/batches/server/daily-stock.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'

/** Products changed in one transaction: each change touches a dozen indexes, and others must not wait. */
const PART = 50

interface Away {
  /** An Indian day; null: the producer is here. */
  backOn: string | null
  canBeOrdered: boolean
}

const isOf = (producerId: string | null) =>
  producerId === null
    ? sql<boolean>`back_on is not null and (producer_id is null or producer_id not in (select id from producers))`
    : sql<boolean>`producer_id = ${producerId}`

/**
 * Notes on products when their producer is back, and takes what cannot be ordered meanwhile out of stock, with a mark, so that lists, carts and orders need
 * not ask. Changes some, and gives whether there may be more. The caller has locked the producer; null: of products whose producer is gone.
 */
export async function settleSomeHolidays(
  tx: Tx,
  producerId: string | null,
  { backOn, canBeOrdered }: Away,
  day: SellingDay,
) {
  const rests = backOn !== null && !canBeOrdered
  const isStockWrong = rests ? sql<boolean>`in_stock = 1` : sql<boolean>`resting = 1`
  const wrong = tx
    .selectFrom('products')
    .select('id')
    .where(isOf(producerId))
    .where(sql<boolean>`(back_on is distinct from ${backOn} or ${isStockWrong})`)
  const rows = await lockRows(tx, wrong.orderBy('id').limit(PART)).execute()
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    await tx
      .updateTable('products')
      .set({
        back_on: backOn,
        in_stock: rests
          ? 0
          : sql<number>`case when resting = 1 and (stock is null or stock > 0) then 1 else in_stock end`,
        resting: rests ? sql<number>`case when in_stock = 1 then 1 else resting end` : 0,
      })
      .where('id', 'in', ids)
      .execute()
    await recount(tx, ids, day)
    if (!rests) wakeAfterCommit(tx, STOCK_ALERTS)
  }
  return rows.length === PART
}
