import { type Selectable, sql } from 'kysely'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import { noteChange } from '#features/orders/journal/server/journal.ts'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { isOff } from '#features/orders/orders.states.ts'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import { refundPaise } from '#features/orders/refunds/refunds.pieces.ts'
import { countPieces } from '#features/orders/server/line-pieces.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { minus, type Paise, paise } from '#shared/money.ts'
import type { CreditReason } from '../invoices.contract.ts'
import type { LinesOf } from './number-invoices.ts'
import { currentSeller, writeDocument } from './papers.ts'

type OrderRow = Selectable<Tables['orders']>
type Lines = NonNullable<ReturnType<LinesOf['get']>>

/** Credits what went back of locked orders that have an invoice: 1, 2, 3 … without a gap, each piece once, at most the invoice. */
export async function writeCreditNotes(tx: Tx, deps: Deps, orders: readonly OrderRow[], linesOf: LinesOf) {
  const before = await earlierNotes(
    tx,
    orders.map(({ id }) => id),
  )
  const notes = orders.flatMap((order) => {
    const earlier = before.get(order.id)
    // A refund made again after a failure is credited already.
    const note = earlier && creditOf(order, linesOf.get(order.id) ?? [], earlier.creditedPaise)
    return note ? [{ order, note, invoice: earlier.invoice }] : []
  })
  if (notes.length === 0) return
  const seller = await currentSeller(tx, deps.config)
  const { last } = await tx
    .selectFrom('credit_notes')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const lastNumber = Math.max(Number(last), await lastSkipped(tx, 'credit-notes'))
  for (const [at, { order, note, invoice }] of notes.entries()) {
    await tx
      .insertInto('credit_notes')
      .values({
        number: lastNumber + 1 + at,
        order_id: order.id,
        invoice_number: invoice,
        reason: reasonOf(order, note.lines),
        issued_at: deps.now().getTime(),
        amount_paise: note.sums.amountPaise,
        seller_id: seller,
        document: writeDocument(order, note.lines, note.sums),
      })
      .execute()
    await noteChange(tx, order.id, deps.now())
    await countPieces(tx, order.id, 'credited', new Map(note.lines.map((line) => [line.position, line.quantity])), 1)
  }
}

/** The line's goods came back or never arrived: they are not sold any more, paid or not. */
const isLineOff = ({ status }: OrderRow, { parcel_status }: Lines[number]) =>
  isOff(status) || (parcel_status !== null && isParcelOff(parcel_status))

function reasonOf(order: OrderRow, lines: Lines): CreditReason {
  if (order.status === 'Cancelled') return 'Cancelled'
  return lines.some((line) => isLineOff(order, line)) ? 'Returned' : 'Refunded'
}

/** Pieces not credited yet, and their price; undefined: none. */
function creditOf(order: OrderRow, lines: Lines, creditedPaise: Paise) {
  const pieces = lines.map((line) =>
    Math.max(0, (isLineOff(order, line) ? line.quantity : line.refunded) - line.credited),
  )
  const goBack = lines.flatMap((line, at) => {
    const quantity = pieces[at] ?? 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  if (goBack.length === 0) return undefined
  // Tax is shared as refunds do it, so that all notes add up to the order's total.
  const priced = lines.map(({ offer_price_paise, quantity, credited, tax_paise }) => ({
    ...{ offerPricePaise: offer_price_paise, quantity, refunded: credited, taxPaise: tax_paise },
  }))
  const amountPaise = refundPaise(priced, pieces, creditedPaise)
  if (amountPaise === 0) return undefined
  const { subtotalPaise } = priceOrder(
    goBack.map(({ offer_price_paise, quantity }) => ({ offerPricePaise: offer_price_paise, quantity })),
  )
  return { lines: goBack, sums: { subtotalPaise, taxPaise: minus(amountPaise, subtotalPaise), amountPaise } }
}

/** Each order's invoice number, and paise credited before. */
async function earlierNotes(tx: Tx, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('invoices')
    .leftJoin('credit_notes', 'credit_notes.order_id', 'invoices.order_id')
    .select(['invoices.order_id', 'invoices.number as invoice'])
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('credited'))
    .where('invoices.order_id', 'in', ids)
    .groupBy(['invoices.order_id', 'invoices.number'])
    .execute()
  return new Map(
    rows.map(({ order_id, invoice, credited }) => [order_id, { invoice, creditedPaise: paise(Number(credited)) }]),
  )
}
