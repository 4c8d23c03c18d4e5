import { type Selectable, sql } from 'kysely'
import { batchesOfLine } from '#features/catalog/batches/server/batch-stock.ts'
import { parsePictures, pictureUrl } from '#features/catalog/server/catalog.service.ts'
import { type DemoMonth, markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Word } from '#shared/messages.ts'
import { formatMoney, paise, sumOf } from '#shared/money.ts'
import { LOOK_AGAIN } from '../journal/server/journal.ts'
import { Order } from '../orders.contract.ts'
import { type SharedLine, sumShares } from '../orders.shares.ts'
import { isSale } from '../orders.states.ts'
import { type ComingRow, comingParcelsOf, readComing } from '../parcels/server/coming-parcels.ts'
import { type ParcelRow, toParcel } from '../parcels/server/parcel-answer.ts'
import { isExchange, isOwn } from '../parcels/server/parcel-rows.ts'
import { readQuantities } from './line-pieces.ts'
import { isPlaced, messageOf, placedEvent } from './order-history.ts'
import { readLongShares, sharedLine, sharesOfLine } from './share-answer.ts'

export const lineCount = sql<number>`(select count(*) from order_lines where order_lines.order_id = orders.id)`.as(
  'line_count',
)

export type OrderRow = Selectable<Tables['orders']> & { line_count: number }
export type LineRow = Selectable<Tables['order_lines']>
type EventRow = Selectable<Tables['order_events']>
type ReturnRow = Pick<Selectable<Tables['returns']>, 'id' | 'state' | 'wish' | 'quantities' | 'asked_at'>
type RefundRow = Pick<Selectable<Tables['refunds']>, 'amount_minor' | 'currency' | 'purpose' | 'state'>

interface OrderParts {
  lines: readonly LineRow[]
  events: readonly EventRow[]
  refunds: readonly RefundRow[]
  parcels: readonly ParcelRow[]
  coming: readonly ComingRow[]
  payUntil: number | undefined
  isInvoiced: boolean
  creditNotes: Order['creditNotes']
  ledger: readonly number[]
  returns: readonly ReturnRow[]
  /** The shares of all lines, where only some lines are read. */
  longShares: readonly SharedLine[] | undefined
  month: DemoMonth | undefined
}

const ShipTo = Order.shape.address
export const readAddress = (json: string) => ShipTo.parse(JSON.parse(json))

function toLine(line: LineRow): Order['items'][number] {
  const images = parsePictures(line.images)
  const { producer_id, producer_name } = line
  return {
    product: {
      _id: line.product_id,
      name: line.name,
      category: line.category,
      price: line.price_paise,
      offerPrice: line.offer_price_paise,
      image: images.map(pictureUrl),
      images,
      ...(line.weight === null ? {} : { weight: line.weight }),
    },
    quantity: line.quantity,
    ...(line.batches === null ? {} : { batches: batchesOfLine(line) }),
    refunded: line.refunded,
    returnable: line.returnable === 1,
    producer: producer_id === null || producer_name === null ? null : { _id: producer_id, name: producer_name },
    shares: sharesOfLine(line),
    ...(line.tax_paise === null ? {} : { tax: line.tax_paise }),
  }
}

/** What was refunded of the price or is queued, in paise. */
const refundedOf = (refunds: readonly RefundRow[]) =>
  sumOf(
    refunds
      .filter(({ purpose, state }) => purpose === 'order' && state !== 'failed')
      .map(({ amount_minor }) => paise(amount_minor)),
  )

function wrongPaymentOf(refunds: readonly RefundRow[]): Pick<Order, 'wrongPayment'> {
  const wrong = refunds.findLast(({ purpose }) => purpose === 'payment')
  return wrong ? { wrongPayment: { paid: formatMoney(wrong.amount_minor, wrong.currency), refund: wrong.state } } : {}
}

function toOrder(
  row: OrderRow,
  {
    lines,
    events,
    refunds,
    parcels,
    coming,
    payUntil,
    isInvoiced,
    creditNotes,
    ledger,
    returns,
    longShares,
    month,
  }: OrderParts,
  word: Word,
): Order {
  const isPaid = row.is_paid === 1
  return {
    _id: row.id,
    number: row.number,
    items: lines.map(toLine),
    lineCount: row.line_count,
    subtotal: row.subtotal_paise,
    tax: row.tax_paise,
    amount: row.amount_paise,
    address: readAddress(row.address),
    paymentType: row.payment_type,
    delivery:
      row.delivery_from === null || row.delivery_to === null ? null : { from: row.delivery_from, to: row.delivery_to },
    status: row.status,
    isPaid,
    ...(row.paid_at === null ? {} : { paidAt: new Date(row.paid_at) }),
    refunded: refundedOf(refunds),
    ...wrongPaymentOf(refunds),
    ...(payUntil === undefined ? {} : { payUntil: new Date(payUntil) }),
    hasInvoice: isInvoiced || isSale({ status: row.status, isPaid }),
    creditNotes,
    ledger: [...ledger],
    returns: returns.map((one) => toReturn(one, lines)),
    shares: sumShares(longShares ?? lines.map(sharedLine), row.tax_paise),
    parcels: parcels.filter(isOwn).map((parcel) => toParcel(parcel, row.number, lines)),
    exchanges: parcels.filter(isExchange).map((parcel) => toParcel(parcel, row.number, lines)),
    comingParcels: comingParcelsOf(row, coming),
    hasProblem: row.problem === 1,
    history: toHistory(row, events, word),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(Math.max(row.created_at, ...events.map(({ at }) => at))),
    ...markDemo(month, 'orders', row.number),
  }
}

function toHistory(row: OrderRow, events: readonly EventRow[], word: Word): Order['history'] {
  const happened = events.filter(({ kind }) => kind !== LOOK_AGAIN)
  // Older orders have no event that they were placed.
  const all = happened.some(isPlaced) ? happened : [placedEvent(row), ...happened]
  return all.map(({ at, actor, seller_email, status, parcel, ...event }) => ({
    at: new Date(at),
    by: actor,
    ...(seller_email === null ? {} : { seller: seller_email }),
    text: word(messageOf(event)),
    ...(status === null ? {} : { status }),
    ...(parcel === null ? {} : { parcel }),
  }))
}

function toReturn(row: ReturnRow, lines: readonly LineRow[]): Order['returns'][number] {
  const pieces = readQuantities(row)
  return {
    _id: row.id,
    state: row.state,
    wish: row.wish,
    items: lines.flatMap(({ position, product_id }) => {
      const quantity = pieces.get(position)
      return quantity === undefined ? [] : { product: product_id, quantity }
    }),
    askedAt: new Date(row.asked_at),
  }
}

export type OrderReader = Pick<Deps, 'db' | 'word'>

/** Orders with lines, refunds and history. `most`: so many lines of each at most. */
export async function withLines({ db, word }: OrderReader, rows: readonly OrderRow[], most?: number) {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [lines, events, refunds, payments, invoices, notes, parcels, coming, returned, entries, longShares, month] =
    await Promise.all([
      db
        .selectFrom('order_lines')
        .selectAll()
        .where('order_id', 'in', ids)
        .$if(most !== undefined, (select) => select.where('position', '<', most ?? 0))
        .orderBy('order_id')
        .orderBy('position')
        .execute(),
      db.selectFrom('order_events').selectAll().where('order_id', 'in', ids).orderBy('number').execute(),
      db
        .selectFrom('refunds')
        .select(['order_id', 'amount_minor', 'currency', 'purpose', 'state'])
        .where('order_id', 'in', ids)
        .orderBy('created_at')
        .execute(),
      db
        .selectFrom('payments')
        .select(['order_id', 'expires_at'])
        .where('order_id', 'in', ids)
        .where('state', '=', 'open')
        .execute(),
      db.selectFrom('invoices').select('order_id').where('order_id', 'in', ids).execute(),
      db
        .selectFrom('credit_notes')
        .select(['order_id', 'number', 'issued_at', 'amount_paise'])
        .where('order_id', 'in', ids)
        .orderBy('number')
        .execute(),
      db.selectFrom('parcels').selectAll().where('order_id', 'in', ids).orderBy('order_id').orderBy('number').execute(),
      readComing(db, rows),
      db
        .selectFrom('returns')
        .select(['id', 'order_id', 'state', 'wish', 'quantities', 'asked_at'])
        .where('order_id', 'in', ids)
        .orderBy('asked_at')
        .execute(),
      db
        .selectFrom('ledger_entries')
        .select(['order_id', 'number'])
        .where('order_id', 'in', ids)
        .orderBy('number')
        .execute(),
      readLongShares(db, rows, most),
      readDemoMonth(db),
    ])
  const invoiced = new Set(invoices.map(({ order_id }) => order_id))
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const eventsOf = Map.groupBy(events, (event) => event.order_id)
  const refundsOf = Map.groupBy(refunds, (refund) => refund.order_id)
  const payUntilOf = new Map(payments.map((payment) => [payment.order_id, payment.expires_at]))
  const parcelsOf = Map.groupBy(parcels, (parcel) => parcel.order_id)
  const notesOf = Map.groupBy(notes, (note) => note.order_id)
  const entriesOf = Map.groupBy(entries, ({ order_id }) => order_id)
  const returnsOf = Map.groupBy(returned, (one) => one.order_id)
  return rows.map((row) =>
    toOrder(
      row,
      {
        returns: returnsOf.get(row.id) ?? [],
        month,
        lines: linesOf.get(row.id) ?? [],
        events: eventsOf.get(row.id) ?? [],
        refunds: refundsOf.get(row.id) ?? [],
        parcels: parcelsOf.get(row.id) ?? [],
        coming: coming.get(row.id) ?? [],
        ledger: (entriesOf.get(row.id) ?? []).map(({ number }) => number),
        longShares: longShares.get(row.id),
        payUntil: row.status === 'Awaiting payment' ? payUntilOf.get(row.id) : undefined,
        isInvoiced: invoiced.has(row.id),
        creditNotes: (notesOf.get(row.id) ?? []).map(({ number, issued_at, amount_paise }) => ({
          number,
          issuedAt: new Date(issued_at),
          amount: amount_paise,
        })),
      },
      word,
    ),
  )
}
