import { type Change, changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { findLostNumber } from '#features/numbers/server/number-gaps.ts'
import { notAsAsked } from '#features/second-yes/second-yes.contract.ts'
import { askSecondYes, waits } from '#features/second-yes/server/ask-second-yes.ts'
import { askedAct } from '#features/second-yes/server/asked-act.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { formatRupees, type Paise, paise, plus } from '#shared/money.ts'
import { mailStep } from '../../mails/server/order-step.mails.ts'
import { message } from '../../orders.messages.ts'
import {
  cannotRefund,
  changedMeanwhile,
  notPaidByCard,
  referenceOfLostOrder,
  referenceUsed,
  refundOrder as refundOrderContract,
  tooMuchToRefund,
} from '../../seller-orders.contract.ts'
import { type By, lastChange } from '../../server/order-history.ts'
import { type LockedOrder, lockOrder } from '../../server/order-row.ts'
import { refundWrongPaymentAgain } from '../../server/receive-payment.ts'
import type { RefundMethod } from '../refunds.pieces.ts'
import { linesOf, type PiecesOf, paidPaise, planRefund, queueRefund, refundedPaise, whatIsLeft } from './refunds.ts'

interface WantedRefund {
  lines?: readonly { product: string; quantity: number }[] | undefined
  method?: RefundMethod | undefined
  reference?: string | undefined
  refundedBefore?: Paise | undefined
}

/**
 * Refunds pieces, or all that is left; by hand it may wait for a second yes. Throws ORDER_NOT_FOUND, CANNOT_REFUND, NOT_PAID_BY_CARD,
 * TOO_MUCH_TO_REFUND, REFERENCE_USED, REFERENCE_OF_LOST_ORDER, and ORDER_CHANGED when `refundedBefore` is no longer so.
 */
export const refundOrder = (deps: Deps, who: Principal, orderId: string, wanted: WantedRefund) =>
  transact(deps, (tx) => refund(deps, tx, who, orderId, wanted))

/** How a refund is made that a second person has agreed to. */
export const agreedRefund = askedAct(refundOrderContract.body, {
  lock: lockOrder,
  carryOut: (deps, tx, wanted, { who, subject, amountPaise }) => refund(deps, tx, who, subject, wanted, amountPaise),
})

/** `agreed`: the sum that a second person has agreed to; any other is not paid. */
async function refund(deps: Deps, tx: Tx, who: Principal, orderId: string, wanted: WantedRefund, agreed?: Paise) {
  const { lines, method = 'card', refundedBefore } = wanted
  const reference = method === 'card' ? undefined : wanted.reference
  const order = await lockOrder(tx, orderId)
  if ((await paidPaise(tx, order)) === 0) return saidRefund(await refundWrongPayment(deps, tx, order, who), method)
  if (method === 'card' && order.payment_type !== 'Online') throw notPaidByCard()
  await checkUnchanged(tx, order, refundedBefore)
  if (reference !== undefined) await checkReference(tx, orderId, method, reference)
  if (lines) await checkPieces(tx, orderId, lines)
  const pieces: PiecesOf | undefined =
    lines &&
    ((line) => lines.reduce((sum, { product, quantity }) => (product === line.product_id ? sum + quantity : sum), 0))
  const plan = await planRefund(tx, order, pieces)
  if (plan.amountPaise <= 0 && !plan.wentBackBefore) throw cannotRefund()
  if (agreed !== undefined && agreed !== plan.amountPaise) throw notAsAsked()
  if (agreed === undefined && method !== 'card') {
    const waiting = await askSecondYes(deps, tx, {
      ...{ kind: 'refund', who, subject: orderId, input: wanted, shape: refundOrderContract.body },
      ...{
        amountPaise: plan.amountPaise,
        summary: `Refund of order ${order.number}: ${formatRupees(plan.amountPaise)}`,
      },
      facts: factsOf(plan, method, reference ?? ''),
    })
    if (waiting) return waits(waiting)
  }
  const refunded = (amount: Paise) => ({ Refunded: formatRupees(amount) })
  const changes = changesBetween(refunded(plan.refundedBefore), refunded(plus(plan.refundedBefore, plan.amountPaise)))
  const by = await recordRefund(deps, tx, order, who, changes)
  const amount = await queueRefund(deps, tx, order, by, pieces, { method, reference })
  if (amount > 0)
    await mailStep(deps, tx, method === 'card' ? 'Refunded' : 'RefundSent', order, { refundPaise: amount })
  return saidRefund({ amount, currency: 'inr' }, method)
}

type Plan = Awaited<ReturnType<typeof planRefund>>

const factsOf = ({ lines, pieces }: Plan, method: RefundMethod, reference: string) => ({
  Pieces: lines.flatMap(({ name }, at) => ((pieces[at] ?? 0) > 0 ? [`${pieces[at]} of ${name}`] : [])).join(', '),
  Transfer: `${method === 'upi' ? 'UPI' : 'bank'}, reference ${reference}`,
})

/** Money in another currency goes back in it, here in its hundredths. */
const saidRefund = ({ amount, currency }: { amount: number; currency: string }, method: RefundMethod) => ({
  message: refundSaid(amount, currency, method),
  amount: paise(amount),
})

function refundSaid(amount: number, currency: string, method: RefundMethod) {
  if (amount <= 0) return message('REFUNDED_BEFORE')
  return method === 'card'
    ? message('REFUND_ORDERED', { amount, currency })
    : message('REFUND_SENT', { amount, currency, method })
}

async function recordRefund(
  deps: Deps,
  tx: Tx,
  { id, number }: LockedOrder,
  who: Principal,
  changes: readonly Change[] = [],
): Promise<By> {
  const act = { who, action: 'order.refunded', subject: id, summary: `Order ${number}: refund`, changes } as const
  return { actor: 'seller', sellerEmail: await recordAct(tx, { ...act, at: deps.now() }) }
}

/** Retries the refund of a wrong payment of an unpaid order. Throws CANNOT_REFUND. */
async function refundWrongPayment(deps: Deps, tx: Tx, order: LockedOrder, who: Principal) {
  const wrong = await refundWrongPaymentAgain(deps, tx, order, await recordRefund(deps, tx, order, who))
  if (!wrong) throw cannotRefund()
  return wrong
}

async function checkUnchanged(tx: Tx, { id, number, status }: LockedOrder, expected: Paise | undefined) {
  if (expected === undefined) return
  const refunded = await refundedPaise(tx, id)
  if (refunded === expected) return
  const change = await lastChange(tx, id)
  throw changedMeanwhile({
    what: message('ORDER_REFUNDED_BY_NOW', { number, refundedPaise: refunded, change }),
    status,
  })
}

const lostThings = { orders: 'LOST_ORDER', invoices: 'LOST_INVOICE', 'credit-notes': 'LOST_CREDIT_NOTE' } as const

/** One transfer is one refund of an order, however often it is sent. Throws REFERENCE_USED, REFERENCE_OF_LOST_ORDER. */
export async function checkReference(tx: Tx, orderId: string, method: RefundMethod, reference: string) {
  for (const series of ['orders', 'invoices', 'credit-notes'] as const) {
    const lost = await findLostNumber(tx, reference, series)
    if (lost !== undefined) throw referenceOfLostOrder({ what: message(lostThings[series], { number: lost }) })
  }
  const used = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('method', '=', method)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (used) throw referenceUsed()
}

async function checkPieces(tx: Tx, orderId: string, wanted: readonly { product: string; quantity: number }[]) {
  const left = new Map(
    (await linesOf(tx, orderId)).map((line) => [line.product_id, { ...line, left: whatIsLeft(line) }]),
  )
  for (const { product, quantity } of wanted) {
    const line = left.get(product)
    if (!line) throw cannotRefund()
    line.left -= quantity
    if (line.left < 0) throw tooMuchToRefund({ name: line.name, left: whatIsLeft(line) })
  }
}
