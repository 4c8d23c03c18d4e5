import { sql } from 'kysely'
import { type DeliveryDays, deliveryDaysOf } from '#features/catalog/catalog.delivery.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { STOCK_ALERTS } from '#features/catalog/server/stock-alerts.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import { notEnoughStock, productUnavailable, unknownProduct } from '../orders.contract.ts'

const lockProducts = prepared((db, { ids }: Slots<{ ids: string[] }>) =>
  lockRows(
    db,
    db
      .selectFrom('products')
      .select([
        'id',
        'name',
        'category',
        'price_paise',
        'offer_price_paise',
        'images',
        'weight',
        'in_stock',
        'stock',
        'archived',
        'producer_id',
        'delivery_days',
        (product) =>
          product
            .selectFrom('producer_applications')
            .select('name')
            .whereRef('producer_applications.id', '=', 'products.producer_id')
            .as('producer_name'),
      ])
      .where('id', 'in', ids)
      .orderBy('id'),
  ),
)

/** The producer whose goods they are; null where the product names none that is known. */
function producerOf(id: string | null, applicationName: string | null) {
  const name = applicationName ?? sampleProducers.find((sample) => sample._id === id)?.name ?? null
  return { producer_id: name === null ? null : id, producer_name: name }
}

/**
 * Locks the products in id order and checks what is counted, which `stockChange` has to take in the same transaction. Gives what the order
 * keeps of them, and the days that each takes to arrive, those of the shop where it has none of its own. Throws UNKNOWN_PRODUCT,
 * PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK.
 */
export async function reserveProducts(tx: Tx, wanted: Map<string, number>, shopDays: DeliveryDays) {
  const rows = await lockProducts(tx, { ids: [...wanted.keys()] })
  const products = new Map(rows.map((row) => [row.id, row]))

  const lines = [...wanted].map(([id, quantity], position) => {
    const product = products.get(id)
    if (!product) throw unknownProduct()
    if (product.archived === 1 || product.in_stock === 0 || product.stock === 0) throw productUnavailable(product.name)
    if (product.stock !== null && product.stock < quantity) throw notEnoughStock(product.name, product.stock)
    const { in_stock, stock, archived, id: product_id, producer_id, producer_name, delivery_days, ...copy } = product
    return {
      ...copy,
      ...producerOf(producer_id, producer_name),
      position,
      product_id,
      images: JSON.stringify(parsePictures(product.images).slice(0, 1)),
      quantity,
      stock_taken: stock === null ? 0 : quantity,
    }
  })

  return { lines, days: rows.map(({ delivery_days }) => deliveryDaysOf(delivery_days, shopDays)) }
}

/** Counted pieces that leave the stock (below 0) or come back. */
export interface StockChange {
  product_id: string
  pieces: number
}

/** At 0 a product goes out of stock; when pieces come back to a product that was empty it is in stock again. */
export function stockChange(db: Db, changes: Slots<StockChange[]>) {
  const change = sql<number>`case ${sql.join(
    changes.map(({ product_id, pieces }) => sql`when products.id = ${product_id} then cast(${pieces} as integer)`),
    sql` `,
  )} else 0 end`
  return db
    .updateTable('products')
    .set({
      stock: sql`stock + ${change}`,
      in_stock: sql`case when stock + ${change} = 0 then 0 when stock = 0 then 1 else in_stock end`,
    })
    .where(
      'id',
      'in',
      changes.map(({ product_id }) => product_id),
    )
    .where('stock', 'is not', null)
    .returning('id')
}

const changeStock = prepared((db, { changes }: Slots<{ changes: StockChange[] }>) => stockChange(db, changes))

/** What lines have taken of counted stock. */
export const takenBy = (lines: readonly { product_id: string; stock_taken: number }[], direction: 1 | -1) =>
  lines
    .filter(({ stock_taken }) => stock_taken > 0)
    .map(({ product_id, stock_taken }) => ({ product_id, pieces: direction * stock_taken }))

/** Products are locked in the order of their ids, as everywhere, so that no two orders wait for each other. */
export async function giveBackStock(tx: Tx, orderId: string) {
  const taken = await tx
    .selectFrom('order_lines')
    .select(['product_id', 'stock_taken'])
    .where('order_id', '=', orderId)
    .where('stock_taken', '>', 0)
    .execute()
  if (taken.length === 0) return
  const ids = taken.map((line) => line.product_id)
  await lockRows(tx, tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id')).execute()
  await changeStock(tx, { changes: takenBy(taken, 1) })
  wakeAfterCommit(tx, STOCK_ALERTS)
}
