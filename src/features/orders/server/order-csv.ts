import type { Db } from '#kernel/db/database.ts'
import type { CsvCell } from '#kernel/http/csv.ts'
import { writeMoment } from '#shared/day.ts'
import { sumOf, writeRupees } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { cashDue } from '../parcels/parcels.words.ts'

/** New columns come last: programs may read the older ones by place. */
export const ordersHeading = [
  ...['number', 'date', 'status', 'payment type', 'paid', 'items', 'subtotal', 'tax', 'amount'],
  ...['name', 'email', 'phone', 'street', 'city', 'state', 'zipcode', 'country', 'producers'],
  ...['invoice number', 'paid on', 'refunded', 'refunded on', 'parcels'],
  ...['couriers', 'tracking numbers', 'cash to come'],
]

/** Numbers and times in a spreadsheet; all other columns are text. */
export const orderKinds = {
  number: 'count',
  date: 'moment',
  subtotal: 'amount',
  tax: 'amount',
  amount: 'amount',
  'paid on': 'moment',
  refunded: 'amount',
  'refunded on': 'moment',
  'cash to come': 'amount',
} as const

/** Invoice and last refund of each order, by id. */
async function readBeside(db: Db, ids: readonly string[]) {
  const invoices = await db.selectFrom('invoices').select(['order_id', 'number']).where('order_id', 'in', ids).execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['order_id', ({ fn }) => fn.max<number>('done_at').as('done_at')])
    .where('order_id', 'in', ids)
    .where('purpose', '=', 'order')
    .where('state', '=', 'done')
    .groupBy('order_id')
    .execute()
  return {
    invoiceOf: new Map(invoices.map(({ order_id, number }) => [order_id, number])),
    refundedAt: new Map(refunds.map(({ order_id, done_at }) => [order_id, new Date(Number(done_at))])),
  }
}

/** One a line; empty where none is known. A first line that is empty would get a quote, as formulas do. */
const linesOf = (texts: readonly (string | null)[]) =>
  texts.some((text) => text !== null) ? texts.map((text) => text ?? '–').join('\n') : ''

const momentOrNothing = (at: Date | undefined) => (at ? writeMoment(at) : '')

const cashToCome = ({ parcels, comingParcels }: Order) =>
  sumOf([...parcels.map(cashDue), ...comingParcels.map(({ cash }) => cash)])

/** Orders as rows for a CSV: money in rupees, days and times of India. */
export async function orderRowsOf(db: Db, orders: readonly Order[]): Promise<CsvCell[][]> {
  const { invoiceOf, refundedAt } = await readBeside(
    db,
    orders.map(({ _id }) => _id),
  )
  return orders.map((order) => {
    const { firstName, lastName, email, phone, street, city, state, zipcode, country } = order.address
    const { items, parcels } = order
    const parcelOf = (product: string) =>
      parcels.find((parcel) => parcel.items.some((item) => item.product === product))
    return [
      order.number,
      writeMoment(order.createdAt),
      order.status,
      order.paymentType,
      order.isPaid ? 'yes' : 'no',
      items.map(({ product, quantity }) => `${quantity} x ${product.name}`).join('\n'),
      ...[order.subtotal, order.tax, order.amount].map(writeRupees),
      ...[`${firstName} ${lastName}`, email, phone, street, city, state, zipcode, country],
      items.map(({ producer }) => producer?.name ?? '').join('\n'),
      invoiceOf.get(order._id) ?? '',
      momentOrNothing(order.paidAt),
      order.refunded > 0 ? writeRupees(order.refunded) : '',
      momentOrNothing(refundedAt.get(order._id)),
      // One a line like items; the two columns after it have a line for each parcel.
      linesOf(items.map(({ product }) => parcelOf(product._id)?.code ?? null)),
      linesOf(parcels.map(({ courier }) => courier)),
      linesOf(parcels.map(({ trackingNumber }) => trackingNumber)),
      writeRupees(cashToCome(order)),
    ]
  })
}
