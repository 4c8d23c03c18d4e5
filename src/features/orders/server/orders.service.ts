import type { Selectable } from 'kysely'
import { imageUrl, readImages } from '#features/catalog/server/catalog.service.ts'
import type { Db, Tables, Tx } from '#server/db/database.ts'
import { forgetSentMails } from '#server/mail.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import { Order } from '../orders.contract.ts'

type OrderRow = Selectable<Tables['orders']>
type LineRow = Tables['order_lines']

const ORDERS_PER_PAGE = 50
const ShipTo = Order.shape.address
/** Stands for the shopper of an order whose account is deleted. */
const FORGOTTEN = 'deleted'

/** What the seller's search looks in, besides the number. */
export const orderSearchText = (address: { firstName: string; lastName: string; zipcode: string }) =>
  foldText(`${address.firstName} ${address.lastName} ${address.zipcode}`)

/** The address as it was when the order was placed. */
export const readAddress = (json: string) => ShipTo.parse(JSON.parse(json))

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
    address: readAddress(row.address),
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
  return { orders: await withLines(db, rows), total, page, pages: countPages(total, limit) }
}

/** Orders with what was bought. */
export async function withLines(db: Db, rows: readonly OrderRow[]) {
  const lines =
    rows.length === 0
      ? []
      : await linesOf(
          db,
          rows.map((row) => row.id),
        )
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  return rows.map((row) => toOrder(row, byOrder.get(row.id) ?? []))
}

const linesOf = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()

/** Is an order of this shopper not delivered or cancelled yet? */
export async function hasOpenOrders(db: Db, userId: string) {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['Delivered', 'Cancelled'])
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** Orders stay for the books, without the person: name, e-mail, street and phone go, the place stays. Mails about them go too. */
export async function forgetShopper(tx: Tx, userId: string) {
  const rows = await tx.selectFrom('orders').select(['id', 'address']).where('user_id', '=', userId).execute()
  for (const row of rows) {
    const { email, city, state, zipcode, country } = readAddress(row.address)
    await forgetSentMails(tx, email)
    const place = {
      firstName: 'Deleted',
      lastName: 'account',
      email: '',
      street: '',
      city,
      state,
      zipcode,
      country,
      phone: '',
    }
    await tx
      .updateTable('orders')
      .set({ user_id: FORGOTTEN, address: JSON.stringify(place), search_text: orderSearchText(place) })
      .where('id', '=', row.id)
      .execute()
  }
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
