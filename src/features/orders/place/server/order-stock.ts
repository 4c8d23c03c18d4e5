import { unknownProduct } from '#features/cart/cart.contract.ts'
import { takenTogether, takeOldest } from '#features/catalog/batches/batches.rules.ts'
import {
  type BatchChange,
  batchColumns,
  changeBatches,
  lastDayOf,
  parseBatches,
  parseTaken,
  type SellingDay,
  withTrueStock,
} from '#features/catalog/batches/server/batch-stock.ts'
import { deliveryDaysOf, fromReturn } from '#features/catalog/catalog.delivery.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { changeStock } from '#features/catalog/server/stock-changes.ts'
import { makerPriceOf } from '#features/prices/server/percentages.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { notEnoughStock, productUnavailable } from '../../orders.contract.ts'
import { noteBatches } from './goods-back.ts'

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
        'batches',
        'archived',
        'producer_id',
        'back_on',
        'delivery_days',
        'returnable',
        'maker_price_paise',
        'costs_paise',
        (product) =>
          product
            .selectFrom('producers')
            .select('name')
            .whereRef('producers.id', '=', 'products.producer_id')
            .as('producer_name'),
        (product) =>
          product
            .selectFrom('producers')
            .select('id')
            .whereRef('producers.id', '=', 'products.producer_id')
            .where('sends_from', 'is not', null)
            .as('sender_id'),
      ])
      .where('id', 'in', ids)
      .orderBy('id'),
  ),
)

/**
 * Locks the products in id order and checks stock, which `stockChange` and `batchChange` take in the same transaction. Gives the order's copy of them,
 * their senders and days to arrive (the shop's where a product has none). Throws UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK.
 */
export async function reserveProducts(tx: Tx, wanted: Map<string, number>, day: SellingDay) {
  const rows = await lockProducts(tx, { ids: [...wanted.keys()] })
  const products = new Map(rows.map((row) => [row.id, row]))

  const changes: BatchChange[] = []
  const lines = [...wanted].map(([id, quantity], position) => {
    const product = products.get(id)
    if (!product) throw unknownProduct()
    const { change, taken } = takeFrom(withTrueStock(product, day), quantity, day)
    if (change) changes.push(change)
    const { in_stock, stock, batches, archived, delivery_days, back_on, maker_price_paise, costs_paise, ...kept } =
      product
    const { id: product_id, producer_id, ...copy } = kept
    return {
      ...copy,
      // The producer is gone.
      producer_id: copy.producer_name === null ? null : producer_id,
      position,
      product_id,
      images: JSON.stringify(parsePictures(product.images).slice(0, 1)),
      quantity,
      stock_taken: stock === null ? 0 : quantity,
      batches: taken ? JSON.stringify(taken) : null,
      makerPrice: makerPriceOf(maker_price_paise, costs_paise),
    }
  })

  const days = rows.map(({ delivery_days, back_on }) =>
    fromReturn(deliveryDaysOf(delivery_days, day.shopDays), back_on, day.now),
  )
  return { lines, batches: changes, days }
}

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/** The oldest pieces that may be sold, of a product in batches. Throws PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK. */
function takeFrom(product: LockedProduct, pieces: number, day: SellingDay) {
  const { id, name, archived, in_stock, stock, back_on } = product
  const isAway = back_on !== null && !day.ordersOnHoliday
  if (archived === 1 || in_stock === 0 || stock === 0 || isAway) throw productUnavailable({ name })
  if (stock !== null && stock < pieces) throw notEnoughStock({ name, left: stock })
  const batches = parseBatches(product.batches)
  const after = batches && takeOldest(batches, pieces, lastDayOf(product, day))
  if (!after) return {}
  return { change: { product_id: id, ...batchColumns(product, after.batches, day) }, taken: after.taken }
}

/** Pieces of lines whose stock is not in batches. */
export const takenBy = (lines: readonly { product_id: string; stock_taken: number; batches: string | null }[]) =>
  lines
    .filter(({ stock_taken, batches }) => stock_taken > 0 && batches === null)
    .map(({ product_id, stock_taken }) => ({ product_id, pieces: -stock_taken }))

/** Takes pieces of an order from stock once more, by the lines' positions. Throws UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK. */
export async function takePieces(tx: Tx, orderId: string, pieces: ReadonlyMap<number, number>, day: SellingDay) {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'stock_taken', 'batches'])
    .where('order_id', '=', orderId)
    .where('position', 'in', [...pieces.keys()])
    .execute()
  const rows = await lockProducts(tx, { ids: lines.map(({ product_id }) => product_id) })
  const products = new Map(rows.map((row) => [row.id, withTrueStock(row, day)]))
  for (const line of lines) {
    const product = products.get(line.product_id)
    const count = pieces.get(line.position) ?? 0
    if (!product) throw unknownProduct()
    const { change, taken } = takeFrom(product, count, day)
    if (change && taken) {
      products.set(product.id, { ...product, ...change })
      await changeBatches(tx, { changes: [change] })
      await noteBatches(tx, orderId, line.position, takenTogether(parseTaken(line.batches) ?? [], taken))
    } else if (product.stock !== null && line.stock_taken > 0)
      await changeStock(tx, { changes: [{ product_id: product.id, pieces: -count }] })
  }
}
