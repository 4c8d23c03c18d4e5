import type { Selectable } from 'kysely'
import { imageUrl, readImages } from '#features/catalog/server/catalog.service.ts'
import type { Db, Tables } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { cannotCancel, Order, orderNotFound } from '../orders.contract.ts'
import { canCancel } from '../orders.states.ts'
import { changeStock } from './place-order.ts'

type OrderRow = Selectable<Tables['orders']>
type LineRow = Tables['order_lines']

const ORDERS_PER_PAGE = 50
const ShipTo = Order.shape.address

export function toOrder(row: OrderRow, lines: readonly LineRow[]): Order {
  return {
    _id: row.id,
    number: row.number,
    items: lines.map((line) => {
      const images = readImages(line.images)
      const product = {
        _id: line.product_id,
        name: line.name,
        category: line.category,
        price: line.price_paise,
        offerPrice: line.offer_price_paise,
        image: images.map(imageUrl),
        images,
        ...(line.weight === null ? {} : { weight: line.weight }),
      }
      return { product, quantity: line.quantity }
    }),
    subtotal: row.subtotal_paise,
    tax: row.tax_paise,
    amount: row.amount_paise,
    address: ShipTo.parse(JSON.parse(row.address)),
    paymentType: row.payment_type,
    status: row.status,
    isPaid: row.is_paid === 1,
    createdAt: new Date(row.created_at),
  }
}

interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

/** Newest first. */
export const listOrdersOfUser = (db: Db, userId: string, paging: Paging) => listOrders(db, paging, userId)

/** Everybody's, newest first: for the seller. */
export const listAllOrders = (db: Db, paging: Paging) => listOrders(db, paging)

async function listOrders(db: Db, { page = 1, limit = ORDERS_PER_PAGE }: Paging, userId?: string) {
  const wanted = db
    .selectFrom('orders')
    .$if(userId !== undefined, (select) => select.where('user_id', '=', userId ?? ''))
  const [{ total }, rows] = await Promise.all([
    wanted.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    wanted
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const lines =
    rows.length === 0
      ? []
      : await linesOf(
          db,
          rows.map((row) => row.id),
        )
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  return {
    orders: rows.map((row) => toOrder(row, byOrder.get(row.id) ?? [])),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
  }
}

const linesOf = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()

/** The shopper cancels before the order is packed; stock that was taken comes back. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfUser(deps: Deps, userId: string, orderId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockRows(
      tx,
      tx.selectFrom('orders').select(['id', 'status']).where('id', '=', orderId).where('user_id', '=', userId),
    ).executeTakeFirst()
    if (!order) throw orderNotFound()
    if (order.status === 'Cancelled') return
    if (!canCancel(order.status)) throw cannotCancel(order.status)
    await tx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', orderId).execute()
    const taken = (await linesOf(tx, [orderId])).filter((line) => line.stock_taken > 0)
    const inIdOrder = taken.sort((a, b) => (a.product_id < b.product_id ? -1 : 1))
    if (inIdOrder.length > 0) await changeStock(tx, inIdOrder, 1)
  })
  return { message: 'Order cancelled' }
}
