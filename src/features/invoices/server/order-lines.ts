import type { Order, OrderFilters } from '#features/orders/orders.contract.ts'
import type { OrderReader } from '#features/orders/server/order-answer.ts'
import { fittingOrders } from '#features/orders/server/seller-orders.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { CsvCell } from '#kernel/http/csv.ts'
import { writeMoment } from '#shared/day.ts'
import { plus, writeRupees } from '#shared/money.ts'
import { productsOn } from './papers.ts'

/** New columns come last: programs may read the older ones by place. */
export const linesHeading = [
  ...['order', 'date', 'status', 'payment type', 'paid on', 'line', 'product id', 'product', 'category', 'maker'],
  ...['quantity', 'price', 'without tax', 'tax', 'amount', 'refunded pieces'],
  ...['invoice', 'credit notes', 'payment references', 'refund references'],
]

/** Numbers and times in a spreadsheet; all other columns are text. */
export const lineKinds = {
  order: 'count',
  date: 'moment',
  'paid on': 'moment',
  line: 'count',
  quantity: 'count',
  price: 'amount',
  'without tax': 'amount',
  tax: 'amount',
  amount: 'amount',
  'refunded pieces': 'count',
} as const

type Found = Awaited<ReturnType<typeof readBeside>>

/** What stands in other tables about these orders, by order. */
async function readBeside(db: Db, ids: readonly string[]) {
  const [lines, invoices, notes, refunds, payments, cash] = await Promise.all([
    db
      .selectFrom('order_lines')
      .select(['order_id', 'position', 'product_id', 'parcel', 'net_paise', 'tax_paise'])
      .where('order_id', 'in', ids)
      .orderBy('position')
      .execute(),
    db.selectFrom('invoices').select(['order_id', 'number']).where('order_id', 'in', ids).execute(),
    db
      .selectFrom('credit_notes')
      .select(['order_id', 'number', 'document'])
      .where('order_id', 'in', ids)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('refunds')
      .select(['order_id', 'quantities', 'reference', 'provider_id'])
      .where('order_id', 'in', ids)
      .where('purpose', '=', 'order')
      .where('state', '=', 'done')
      .orderBy('done_at')
      .execute(),
    db
      .selectFrom('payments')
      .select(['order_id', 'reference'])
      .where('order_id', 'in', ids)
      .where('state', '=', 'paid')
      .execute(),
    db
      .selectFrom('cash_entries')
      .select(['order_id', 'parcel', 'reference'])
      .where('order_id', 'in', ids)
      .where('kind', '=', 'received')
      .orderBy('at')
      .execute(),
  ])
  const by = <T extends { order_id: string }>(rows: readonly T[]) => Map.groupBy(rows, ({ order_id }) => order_id)
  return {
    ...{ lines: by(lines), invoices: by(invoices), notes: by(notes) },
    ...{ refunds: by(refunds), payments: by(payments), cash: by(cash) },
  }
}

/** References that are known, each once. */
const listed = (references: readonly (string | number | null)[]) =>
  [...new Set(references.filter((reference) => reference !== null && reference !== ''))].join(' ')

const piecesOf = (quantities: string, position: number) => {
  const pieces: Record<string, number> = JSON.parse(quantities)
  return pieces[position] ?? 0
}

function rowsOf(order: Order, found: Found): CsvCell[][] {
  const of = <T>(rows: Map<string, T[]>) => rows.get(order._id) ?? []
  const items = new Map(order.items.map((item) => [item.product._id, item]))
  return of(found.lines).flatMap(({ position, product_id, parcel, net_paise: net, tax_paise: tax }) => {
    const item = items.get(product_id)
    if (!item) return []
    const refunds = of(found.refunds).filter(({ quantities }) => piecesOf(quantities, position) > 0)
    return [
      [
        ...[order.number, writeMoment(order.createdAt), order.status, order.paymentType],
        order.paidAt ? writeMoment(order.paidAt) : '',
        ...[position + 1, product_id, item.product.name, item.product.category, item.producer?.name ?? ''],
        ...[item.quantity, writeRupees(item.product.offerPrice), writeRupees(net)],
        // Orders of older shops know their tax as a whole only.
        ...(tax === null ? ['', ''] : [writeRupees(tax), writeRupees(plus(net, tax))]),
        item.refunded,
        listed(of(found.invoices).map(({ number }) => number)),
        listed(
          of(found.notes)
            .filter(({ document }) => productsOn(document).includes(product_id))
            .map(({ number }) => number),
        ),
        listed([
          ...of(found.payments).map(({ reference }) => reference),
          ...of(found.cash)
            .filter((entry) => entry.parcel === parcel)
            .map(({ reference }) => reference),
        ]),
        listed(refunds.map(({ reference, provider_id }) => reference ?? provider_id)),
      ],
    ]
  })
}

/** Rows of all lines of fitting orders, in parts, the newest order first: money in rupees, days and times of India. */
export async function* orderLineRows(deps: OrderReader, filters: OrderFilters) {
  for await (const orders of fittingOrders(deps, filters)) {
    const found = await readBeside(
      deps.db,
      orders.map(({ _id }) => _id),
    )
    yield orders.flatMap((order) => rowsOf(order, found))
  }
}
