import Stripe from 'stripe'
import { z } from 'zod'
import { onlineNotOffered } from '#features/orders/pay-order.contract.ts'
import { moveRefund } from '#features/orders/refunds/server/refunds.ts'
import type { Deps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import { wrongSignature } from '../payments.contract.ts'
import { message } from '../payments.messages.ts'
import { askForRefunds, findPayment, followDispute, ownId } from './gateway-news.ts'
import { markPaid, markUnpayable } from './mark-paid.ts'
import { referenceOf, toCheckout, toDispute } from './stripe-gateway.ts'

/** A signature's greatest age, or time ahead. */
const TOLERANCE_SECONDS = 300

/** Takes a signed event from Stripe. Throws ONLINE_NOT_OFFERED without a webhook secret, WRONG_SIGNATURE. */
export async function receiveEvent(deps: Deps, body: Buffer, signature: string) {
  const { payment } = deps.config
  if (payment?.kind !== 'stripe' || !payment.webhookSecret) throw onlineNotOffered()
  await applyEvent(deps, readEvent(body, signature, payment.webhookSecret, deps.now()))
  return { message: message('PAYMENT_EVENT_RECEIVED') }
}

function readEvent(body: Buffer, signature: string, secret: string, now: Date) {
  if (!isTimely(signature, now)) throw wrongSignature()
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch {
    throw wrongSignature()
  }
}

/** Stripe's package accepts a time that is no number or far ahead; this does not. */
function isTimely(signature: string, now: Date) {
  const [time, ...others] = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const seconds = /^t=(\d{1,12})$/.exec(time ?? '')?.[1]
  if (seconds === undefined || others.length > 0) return false
  return Math.abs(Math.floor(now.getTime() / SECOND_MS) - Number(seconds)) <= TOLERANCE_SECONDS
}

const Readable = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

/** Unknown events change nothing, and Stripe learns that they arrived. */
async function applyEvent(deps: Deps, event: Stripe.Event) {
  if (!Readable.safeParse(event).success) return deps.log.warn('an event that cannot be read')
  const { id, type } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return markPaid(deps, toCheckout(event.data.object), { id, type })
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return markUnpayable(deps, event.data.object.id, { id, type })
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return followRefund(deps, event.data.object)
    case 'charge.refunded':
      return followCharge(deps, event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = toDispute(event.data.object)
      if (!dispute) return deps.log.warn({ dispute: event.data.object.id }, 'a dispute that names no payment')
      // The names of these two events say it, even without a list of movements.
      if (event.type === 'charge.dispute.funds_withdrawn') dispute.isWithdrawn ??= true
      if (event.type === 'charge.dispute.funds_reinstated') dispute.isWithdrawn ??= false
      return followDispute(deps, 'stripe', dispute)
    }
  }
}

/** The shop's own refund is news only when it fails; others were made in Stripe's dashboard. */
async function followRefund(deps: Deps, refund: Stripe.Refund) {
  const id = refund.metadata?.refund ?? ownId(refund.id)
  if (refund.status === 'failed' || refund.status === 'canceled') return moveRefund(deps, id, 'failed')
  const reference = referenceOf(refund)
  if (refund.metadata?.refund === undefined && reference !== null) await askForRefunds(deps, reference)
}

/** Read only where Stripe's sum differs from the books, so not for each of our refunds. */
async function followCharge(deps: Deps, charge: Stripe.Charge) {
  const reference = referenceOf(charge)
  const payment = reference === null ? undefined : await findPayment(deps.db, 'stripe', reference)
  if (reference === null || !payment)
    return deps.log.warn({ charge: charge.id }, 'a refund of a charge that is not ours')
  const { back } = await deps.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number>('amount_minor').as('back'))
    .where('order_id', '=', payment.order_id)
    .where('method', '=', 'card')
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  if (Number(back ?? 0) !== charge.amount_refunded) await askForRefunds(deps, reference)
}
