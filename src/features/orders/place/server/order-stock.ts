import { unknownProduct } from '#features/cart/cart.contract.ts'
import { type DeliveryDays, deliveryDaysOf } from '#features/catalog/catalog.delivery.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { changeStock, lockProductsOf } from '#features/catalog/server/stock-changes.ts'
import { makerPriceOf } from '#features/prices/server/percentages.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { notEnoughStock, productUnavailable } from '../../orders.contract.ts'
import { countPieces } from '../../server/line-pieces.ts'

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
        'returnable',
        'maker_price_paise',
        'costs_paise',
        (product) =>
          product
            .selectFrom('producer_applications')
            .select('name')
            .whereRef('producer_applications.id', '=', 'products.producer_id')
            .as('producer_name'),
        (product) =>
          product
            .selectFrom('producer_applications')
            .select('id')
            .whereRef('producer_applications.id', '=', 'products.producer_id')
            .where('sends_from', 'is not', null)
            .as('sender_id'),
      ])
      .where('id', 'in', ids)
      .orderBy('id'),
  ),
)

/**
 * Locks the products in id order and checks stock, which `stockChange` takes in the same transaction. Gives the order's copy of them, their senders
 * and days to arrive (the shop's where a product has none). Throws UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK.
 */
export async function reserveProducts(tx: Tx, wanted: Map<string, number>, shopDays: DeliveryDays) {
  const rows = await lockProducts(tx, { ids: [...wanted.keys()] })
  const products = new Map(rows.map((row) => [row.id, row]))

  const lines = [...wanted].map(([id, quantity], position) => {
    const product = products.get(id)
    if (!product) throw unknownProduct()
    checkStock(product, quantity)
    const { in_stock, stock, archived, delivery_days, maker_price_paise, costs_paise, ...kept } = product
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
      makerPrice: makerPriceOf(maker_price_paise, costs_paise),
    }
  })

  return { lines, days: rows.map(({ delivery_days }) => deliveryDaysOf(delivery_days, shopDays)) }
}

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/** Throws PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK. */
function checkStock({ name, archived, in_stock, stock }: LockedProduct, wanted: number) {
  if (archived === 1 || in_stock === 0 || stock === 0) throw productUnavailable({ name })
  if (stock !== null && stock < wanted) throw notEnoughStock({ name, left: stock })
}

export const takenBy = (lines: readonly { product_id: string; stock_taken: number }[]) =>
  lines
    .filter(({ stock_taken }) => stock_taken > 0)
    .map(({ product_id, stock_taken }) => ({ product_id, pieces: -stock_taken }))

interface SettledLine {
  position: number
  product_id: string
  stock_taken: number
}

const linesWithPieces = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'stock_taken', 'quantity', 'restocked', 'written_off'])
    .where('order_id', '=', orderId)

/** Puts pieces of an order in stock, or writes them off. `pieces` is by the lines' positions. */
export async function settlePieces(tx: Tx, orderId: string, pieces: ReadonlyMap<number, number>, good: boolean) {
  await settle(tx, orderId, good ? await linesWithPieces(tx, orderId).execute() : [], pieces, good)
}

async function settle(
  tx: Tx,
  orderId: string,
  lines: readonly SettledLine[],
  pieces: ReadonlyMap<number, number>,
  good: boolean,
) {
  await countPieces(tx, orderId, good ? 'restocked' : 'written_off', pieces, 1)
  const back = lines.flatMap(({ position, product_id, stock_taken }) => {
    const count = pieces.get(position) ?? 0
    return good && stock_taken > 0 && count > 0 ? [{ product_id, pieces: count }] : []
  })
  if (back.length === 0) return
  await lockProductsOf(
    tx,
    back.map(({ product_id }) => product_id),
  )
  await changeStock(tx, { changes: back })
  wakeAfterCommit(tx, STOCK_ALERTS)
}

/** Settles all open pieces of an order, or those in some parcels. `wereLost`: they were written off as lost and are found now. */
export async function settleGoods(
  tx: Tx,
  orderId: string,
  { parcels, good, wereLost = false }: { parcels?: readonly number[]; good: boolean; wereLost?: boolean },
) {
  const lines = await linesWithPieces(tx, orderId)
    .$if(parcels !== undefined, (select) => select.where('parcel', 'in', parcels ?? []))
    .execute()
  const lost = new Map(lines.map(({ position, written_off }) => [position, wereLost ? written_off : 0]))
  await countPieces(tx, orderId, 'written_off', lost, -1)
  const open = lines.map(({ position, quantity, restocked, written_off }): [number, number] => [
    position,
    quantity - restocked - written_off + (lost.get(position) ?? 0),
  ])
  await settle(tx, orderId, lines, new Map(open), good)
}

/** Takes pieces of an order from stock once more, by the lines' positions. Throws UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK. */
export async function takePieces(tx: Tx, orderId: string, pieces: ReadonlyMap<number, number>) {
  const lines = await linesWithPieces(tx, orderId)
    .where('position', 'in', [...pieces.keys()])
    .execute()
  const rows = await lockProducts(tx, { ids: lines.map(({ product_id }) => product_id) })
  const changes = lines.flatMap(({ position, product_id, stock_taken }) => {
    const product = rows.find(({ id }) => id === product_id)
    const count = pieces.get(position) ?? 0
    if (!product) throw unknownProduct()
    checkStock(product, count)
    return product.stock === null || stock_taken === 0 ? [] : { product_id, pieces: -count }
  })
  if (changes.length > 0) await changeStock(tx, { changes })
}
