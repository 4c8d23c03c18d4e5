import type { Insertable, Selectable } from 'kysely'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { formatMoney, formatRupees, minus, NO_MONEY, paise, sumOf } from '#shared/money.ts'
import { type RefundMethod, refundMethodNames, refundPaise } from '../orders.refunds.ts'
import { refundMoves } from '../refunds.states.ts'
import { countPieces } from './line-pieces.ts'
import { type By, recordEvent } from './order-history.ts'
import { type LockedOrder, lockOrder } from './order-row.ts'

/** Lines of an order, as refunds count them. */
export async function linesOf(db: Db, orderId: string) {
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('parcels', (join) =>
      join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
    )
    .select([
      'position',
      'product_id',
      'name',
      'offer_price_paise as offerPricePaise',
      'quantity',
      'refunded',
      'parcel',
    ])
    .select(['order_lines.tax_paise as taxPaise', 'payment_type', 'is_paid', 'cash_received_paise'])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map(({ payment_type, is_paid, cash_received_paise, ...line }) => ({
    ...line,
    /** Money came for it: the card's for all of them, or cash with its parcel. */
    isPaid: payment_type === 'Online' ? is_paid === 1 : (cash_received_paise ?? 0) > 0,
  }))
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** What came for an order, in paise: by card the whole of it, in cash what its parcels brought. */
export async function paidPaise(db: Db, { id, payment_type, is_paid, amount_paise }: LockedOrder) {
  if (payment_type === 'Online') return is_paid === 1 ? amount_paise : NO_MONEY
  const { received } = await db
    .selectFrom('parcels')
    .select(({ fn }) => fn.sum<number>('cash_received_paise').as('received'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return paise(Number(received ?? 0))
}

/** What was refunded of an order, or is about to be, in paise. */
export async function refundedPaise(db: Db, orderId: string) {
  const refunds = await db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .execute()
  return sumOf(refunds.map(({ amount_minor }) => paise(amount_minor)))
}

/** How many pieces of a line are to be refunded. */
export type PiecesOf = (line: Line) => number
/** Pieces for which no money came cannot be refunded. */
export const whatIsLeft: PiecesOf = (line) => (line.isPaid ? line.quantity - line.refunded : 0)

interface RefundWay {
  method: RefundMethod
  /** What a transfer by UPI or bank is called. */
  reference?: string | undefined
}

/** What refunding these pieces of an order comes to, in paise: never more than is left of what came. */
export async function planRefund(tx: Tx, order: LockedOrder, piecesOf: PiecesOf = whatIsLeft) {
  const lines = await linesOf(tx, order.id)
  const pieces = lines.map(piecesOf)
  const refundedBefore = await refundedPaise(tx, order.id)
  const left = minus(await paidPaise(tx, order), refundedBefore)
  const due = refundPaise(lines, pieces, refundedBefore)
  return { lines, pieces, refundedBefore, amountPaise: due < left ? due : left }
}

/**
 * Writes down that pieces of a locked order are refunded: by card the job `payments` does it after the commit, by UPI or bank
 * somebody has done it. Returns the amount in paise: prices and their share of the tax, never more than came; 0 when nothing is left or
 * this money did not come by card.
 */
export async function queueRefund(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  by: By,
  piecesOf: PiecesOf = whatIsLeft,
  { method, reference }: RefundWay = { method: 'card' },
) {
  const isByCard = method === 'card'
  if (isByCard && (order.is_paid === 0 || order.payment_type !== 'Online')) return NO_MONEY
  const { lines, pieces, amountPaise } = await planRefund(tx, order, piecesOf)
  if (amountPaise <= 0) return NO_MONEY
  const quantities = new Map(lines.map(({ position }, at) => [position, pieces[at] ?? 0]))
  const now = deps.now()
  await countPieces(tx, order.id, 'refunded', quantities, 1)
  await insertRefund(tx, now, {
    order_id: order.id,
    amount_minor: amountPaise,
    method,
    reference: reference ?? null,
    quantities: JSON.stringify(Object.fromEntries(quantities)),
    state: isByCard ? 'queued' : 'done',
  })
  await tx.updateTable('orders').set({ credit_due: 1, ledger_due: 1 }).where('id', '=', order.id).execute()
  // Also where it was sent by hand: the job writes the credit note.
  wakeAfterCommit(tx, 'payments')
  wakeAfterCommit(tx, 'ledger')
  const amount = formatRupees(amountPaise)
  const text = isByCard
    ? `Refund of ${amount} ordered`
    : `${amount} refunded by ${refundMethodNames[method]}, reference ${reference}`
  await recordEvent(tx, order.id, by, text, now)
  return amountPaise
}

type Row = Insertable<Tables['refunds']>

/** Writes down a refund of an order's pieces by card, or what is given instead; one that is queued is made after the commit. */
export async function insertRefund(
  tx: Tx,
  at: Date,
  refund: Pick<Row, 'order_id' | 'amount_minor'> & Partial<Omit<Row, 'due_at' | 'created_at' | 'done_at'>>,
) {
  const { state = 'queued' } = refund
  const time = at.getTime()
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      purpose: 'order',
      method: 'card',
      reference: null,
      currency: 'inr',
      quantities: '{}',
      state,
      attempts: 0,
      provider_id: null,
      created_at: time,
      due_at: time,
      done_at: state === 'done' ? time : null,
      ...refund,
    })
    .execute()
  if (state === 'queued') wakeAfterCommit(tx, 'payments')
}

/**
 * The payment service has made a refund, under an id of its own, or will not: then the seller may try again. Makes the move that stands
 * in the table, with its effects; from any other state, such as a second time, nothing happens.
 */
export async function moveRefund(deps: Deps, id: string, to: keyof typeof refundMoves, providerId?: string) {
  const { from, by, text, hasPiecesBack } = refundMoves[to]
  await transact(deps, async (tx) => {
    const found = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
    if (!found) return
    await lockOrder(tx, found.order_id)
    const now = deps.now()
    const refund = await tx
      .updateTable('refunds')
      .set({ state: to, done_at: to === 'done' ? now.getTime() : null })
      .$if(providerId !== undefined, (update) => update.set({ provider_id: providerId ?? null }))
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning(['order_id', 'amount_minor', 'currency', 'quantities'])
      .executeTakeFirst()
    if (!refund) return
    if (hasPiecesBack) {
      await countPieces(tx, refund.order_id, 'refunded', readQuantities(refund), -1)
      await tx.updateTable('orders').set({ ledger_due: 1 }).where('id', '=', refund.order_id).execute()
      wakeAfterCommit(tx, 'ledger')
    }
    await recordEvent(tx, refund.order_id, { actor: by }, text(formatMoney(refund.amount_minor, refund.currency)), now)
  })
}

/** Position of a line -> pieces, as a refund keeps them. */
export function readQuantities({ quantities }: Pick<Selectable<Tables['refunds']>, 'quantities'>) {
  const pieces: Record<string, number> = JSON.parse(quantities)
  return new Map(Object.entries(pieces).map(([position, count]) => [Number(position), count]))
}
