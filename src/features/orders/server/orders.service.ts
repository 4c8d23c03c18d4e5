import { type Selectable, sql } from 'kysely'
import { imageUrl, readImages } from '#features/catalog/server/catalog.service.ts'
import type { Db, Tables, Tx } from '#server/db/database.ts'
import { takeTurns } from '#server/db/engine.ts'
import { fieldOf, withFields } from '#server/db/json.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import { Order, type OrderEvent, orderNotFound } from '../orders.contract.ts'
import { isSale } from '../orders.states.ts'

type OrderRow = Selectable<Tables['orders']>
type LineRow = Selectable<Tables['order_lines']>
type EventRow = Selectable<Tables['order_events']>

/** What stands beside an order's own row. */
interface OrderParts {
  lines: readonly LineRow[]
  events: readonly EventRow[]
  refundedPaise: number
  payUntil: number | undefined
}

const ORDERS_PER_PAGE = 50
const ShipTo = Order.shape.address
/** Stands for the shopper of an order whose account is deleted. */
const FORGOTTEN = 'deleted'

/** What the seller's search looks in, besides the number. */
export const orderSearchText = (address: { firstName: string; lastName: string; zipcode: string }) =>
  foldText(`${address.firstName} ${address.lastName} ${address.zipcode}`)

/** The address as it was when the order was placed. */
export const readAddress = (json: string) => ShipTo.parse(JSON.parse(json))

/** The first entry is the order itself; online orders begin by awaiting payment. */
const firstEvent = (row: OrderRow): OrderEvent => ({
  at: new Date(row.created_at),
  by: 'shopper',
  text: row.payment_type === 'COD' ? 'Order placed' : 'Order placed, awaiting payment',
})

export function toOrder(row: OrderRow, { lines, events, refundedPaise, payUntil }: OrderParts): Order {
  const isPaid = row.is_paid === 1
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
      return { product, quantity: line.quantity, refunded: line.refunded }
    }),
    subtotal: row.subtotal_paise,
    tax: row.tax_paise,
    amount: row.amount_paise,
    address: readAddress(row.address),
    paymentType: row.payment_type,
    status: row.status,
    isPaid,
    refunded: refundedPaise,
    ...(payUntil === undefined ? {} : { payUntil: new Date(payUntil) }),
    hasInvoice: isSale({ status: row.status, isPaid }),
    history: [
      firstEvent(row),
      ...events.map(({ at, actor, seller_email, text }) => ({
        at: new Date(at),
        by: actor,
        ...(seller_email === null ? {} : { seller: seller_email }),
        text,
      })),
    ],
    createdAt: new Date(row.created_at),
  }
}

interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

/** Newest first. */
export async function listOrdersOfUser(db: Db, userId: string, { page = 1, limit = ORDERS_PER_PAGE }: Paging) {
  const wanted = db.selectFrom('orders').where('user_id', '=', userId)
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
  const orders = await withLines(db, rows)
  return { orders: orders.map(withoutSellers), total, page, pages: countPages(total, limit) }
}

/** Of this shopper, or anybody's where none is named. Throws ORDER_NOT_FOUND. */
export async function getOrder(db: Db, id: string, userId?: string) {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(userId !== undefined, (select) => select.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  const [order] = row ? await withLines(db, [row]) : []
  if (!order) throw orderNotFound()
  return order
}

/** Which seller did what is the shop's own matter. */
const withoutSellers = (order: Order): Order => ({
  ...order,
  history: order.history.map(({ seller, ...event }) => event),
})

/** Orders with what was bought, paid back and done. */
export async function withLines(db: Db, rows: readonly OrderRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [lines, events, refunds, payments] = await Promise.all([
    db
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    db.selectFrom('order_events').selectAll().where('order_id', 'in', ids).orderBy('number').execute(),
    db
      .selectFrom('refunds')
      .select(['order_id', 'amount_paise'])
      .where('order_id', 'in', ids)
      .where('state', '!=', 'failed')
      .execute(),
    db
      .selectFrom('payments')
      .select(['order_id', 'expires_at'])
      .where('order_id', 'in', ids)
      .where('state', '=', 'open')
      .execute(),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const eventsOf = Map.groupBy(events, (event) => event.order_id)
  const refundsOf = Map.groupBy(refunds, (refund) => refund.order_id)
  const payUntilOf = new Map(payments.map((payment) => [payment.order_id, payment.expires_at]))
  return rows.map((row) =>
    toOrder(row, {
      lines: linesOf.get(row.id) ?? [],
      events: eventsOf.get(row.id) ?? [],
      refundedPaise: (refundsOf.get(row.id) ?? []).reduce((sum, refund) => sum + refund.amount_paise, 0),
      payUntil: row.status === 'Awaiting payment' ? payUntilOf.get(row.id) : undefined,
    }),
  )
}

/** Is an order of this shopper not delivered or cancelled yet? */
export async function hasOpenOrders(db: Db, userId: string) {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['Delivered', 'Cancelled'])
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** What stands in the address of an order whose account is deleted; town and country stay. */
const NOBODY = { firstName: 'Deleted', lastName: 'account', email: '', street: '', phone: '' }

/**
 * Orders stay for the books, without the person: name, e-mail, street and phone go, the place stays. One statement, however many
 * they are; nobody numbers invoices meanwhile, who locks orders of many shoppers.
 */
export async function forgetShopper(tx: Tx, userId: string) {
  await takeTurns(tx, 'invoices')
  const name = foldText(`${NOBODY.firstName} ${NOBODY.lastName}`)
  await tx
    .updateTable('orders')
    .set({
      user_id: FORGOTTEN,
      address: withFields(tx, 'address', NOBODY),
      search_text: sql`${name} || ' ' || ${fieldOf(tx, 'address', 'zipcode')}`,
    })
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
