import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'

/** Pieces that leave (below 0) or come back. */
export interface StockChange {
  product_id: string
  pieces: number
}

/** At 0 a product is out of stock; when pieces come back it is in stock. Stock in batches changes with its batches (batch-stock.ts), never here. */
export function stockChange(db: Db, changes: Slots<StockChange[]>) {
  const change = sql<number>`case ${sql.join(
    changes.map(({ product_id, pieces }) => sql`when products.id = ${product_id} then cast(${pieces} as integer)`),
    sql` `,
  )} else 0 end`
  return db
    .updateTable('products')
    .set({
      stock: sql`stock + ${change}`,
      in_stock: sql`case when stock + ${change} = 0 then 0 when stock = 0 and back_on is null then 1 else in_stock end`,
      // Pieces that come back while their maker is on holiday wait for the return, or for the next look at holidays.
      resting: sql`case when stock = 0 and back_on is not null then 1 else resting end`,
    })
    .where(
      'id',
      'in',
      changes.map(({ product_id }) => product_id),
    )
    .where('stock', 'is not', null)
    .where('batches', 'is', null)
    .returning('id')
}

export const changeStock = prepared((db, { changes }: Slots<{ changes: StockChange[] }>) => stockChange(db, changes))

/** Locks in id order, so that no two orders wait for each other. Gives what their stock is now. */
export const lockProductsOf = (tx: Tx, ids: readonly string[]) =>
  lockRows(
    tx,
    tx
      .selectFrom('products')
      .select(['id', 'batches', 'stock', 'in_stock', 'delivery_days', 'back_on'])
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute()
