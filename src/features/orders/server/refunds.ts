import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Tx } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees } from '#shared/rupees.ts'
import { cannotRefund, tooMuchToRefund } from '../orders.contract.ts'
import { refundPaise } from '../orders.refunds.ts'
import { type LockedOrder, lockOrder } from './locked-order.ts'
import { type By, recordEvent } from './order-history.ts'
import { mailStep } from './order-mail-queue.ts'

const linesOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'name', 'offer_price_paise', 'quantity', 'refunded'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** What was paid back of an order, or is about to be. */
async function paidBackPaise(tx: Tx, orderId: string) {
  const refunds = await tx
    .selectFrom('refunds')
    .select('amount_paise')
    .where('order_id', '=', orderId)
    .where('state', '!=', 'failed')
    .execute()
  return refunds.reduce((sum, refund) => sum + refund.amount_paise, 0)
}

/** How many pieces of a line are to be paid back. */
type PiecesOf = (line: Line) => number
const whatIsLeft: PiecesOf = (line) => line.quantity - line.refunded

/**
 * Writes down that pieces of a locked order are to be paid back; the payments worker does it after the commit. Returns the
 * amount in paise: prices and their share of the tax, 0 when nothing is left.
 */
export async function queueRefund(deps: Deps, tx: Tx, order: LockedOrder, by: By, piecesOf: PiecesOf = whatIsLeft) {
  if (order.is_paid === 0 || order.payment_type !== 'Online') return 0
  const lines = await linesOf(tx, order.id)
  const priced = lines.map(({ offer_price_paise, ...line }) => ({ ...line, offerPricePaise: offer_price_paise }))
  const pieces = lines.map(piecesOf)
  const amountPaise = refundPaise(priced, pieces, await paidBackPaise(tx, order.id))
  if (amountPaise === 0) return 0
  const now = deps.now()
  await changeRefunded(tx, order.id, new Map(lines.map(({ position }, at) => [position, pieces[at] ?? 0])), 1)
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      order_id: order.id,
      amount_paise: amountPaise,
      quantities: JSON.stringify(Object.fromEntries(lines.map(({ position }, at) => [position, pieces[at] ?? 0]))),
      state: 'queued',
      attempts: 0,
      due_at: now.getTime(),
      provider_id: null,
      created_at: now.getTime(),
    })
    .execute()
  await recordEvent(tx, order.id, by, `Refund of ${formatRupees(amountPaise)} ordered`, now)
  return amountPaise
}

async function changeRefunded(tx: Tx, orderId: string, pieces: Map<number, number>, direction: 1 | -1) {
  for (const [position, count] of pieces) {
    if (count === 0) continue
    await tx
      .updateTable('order_lines')
      .set((row) => ({ refunded: row('refunded', '+', direction * count) }))
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute()
  }
}

/**
 * The seller pays back some pieces of an order, or all that is left. Throws ORDER_NOT_FOUND, CANNOT_REFUND (not paid online, nothing
 * left), TOO_MUCH_TO_REFUND.
 */
export async function refundOrder(
  deps: Deps,
  sellerId: string,
  orderId: string,
  wanted?: readonly { product: string; quantity: number }[],
) {
  const amountPaise = await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (wanted) await checkPieces(tx, orderId, wanted)
    const summary = `Order ${order.number}: refund`
    const sellerEmail = await recordAct(tx, {
      sellerId,
      action: 'order.refunded',
      subject: orderId,
      summary,
      at: deps.now(),
    })
    const pieces: PiecesOf | undefined =
      wanted &&
      ((line) => wanted.reduce((sum, { product, quantity }) => (product === line.product_id ? sum + quantity : sum), 0))
    const amount = await queueRefund(deps, tx, order, { actor: 'seller', sellerEmail }, pieces)
    if (amount === 0) throw cannotRefund()
    await mailStep(deps, tx, 'Refunded', order, amount)
    return amount
  })
  deps.mailer.wake()
  deps.payments.wake()
  return { message: `${formatRupees(amountPaise)} will be paid back`, amount: amountPaise }
}

async function checkPieces(tx: Tx, orderId: string, wanted: readonly { product: string; quantity: number }[]) {
  const left = new Map(
    (await linesOf(tx, orderId)).map((line) => [line.product_id, { ...line, left: whatIsLeft(line) }]),
  )
  for (const { product, quantity } of wanted) {
    const line = left.get(product)
    if (!line) throw cannotRefund()
    line.left -= quantity
    if (line.left < 0) throw tooMuchToRefund(line.name, whatIsLeft(line))
  }
}

/** The payment service has paid back. Again changes nothing. */
export async function refundDone(deps: Deps, refundId: string, providerId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const refund = await takeRefund(tx, refundId, ['queued'], { state: 'done', provider_id: providerId })
    if (!refund) return
    const text = `${formatRupees(refund.amount_paise)} paid back`
    await recordEvent(tx, refund.order_id, { actor: 'payment' }, text, deps.now())
  })
}

/** The payment service will not pay this back: the seller may try again, the pieces count as not paid back. */
export async function refundFailed(deps: Deps, refundId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const refund = await takeRefund(tx, refundId, ['queued', 'done'], { state: 'failed' })
    if (!refund) return
    const quantities: Record<string, number> = JSON.parse(refund.quantities)
    const pieces = new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count]))
    await changeRefunded(tx, refund.order_id, pieces, -1)
    const text = `Refund of ${formatRupees(refund.amount_paise)} failed`
    await recordEvent(tx, refund.order_id, { actor: 'payment' }, text, deps.now())
  })
}

/** Moves a refund on, if it is in one of the states `from`; the order is locked first, as everywhere. */
async function takeRefund(
  tx: Tx,
  id: string,
  from: readonly ('queued' | 'done')[],
  to: { state: 'done'; provider_id: string } | { state: 'failed' },
) {
  const found = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  await lockOrder(tx, found.order_id)
  return tx
    .updateTable('refunds')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning(['order_id', 'amount_paise', 'quantities'])
    .executeTakeFirst()
}
