import Stripe from 'stripe'
import { z } from 'zod'
import { onlineNotOffered } from '#features/orders/pay-order.contract.ts'
import { moveRefund } from '#features/orders/server/refunds.ts'
import type { Deps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import { wrongSignature } from '../payments.contract.ts'
import { markPaid, markUnpayable } from './mark-paid.ts'
import { toCheckout } from './stripe-gateway.ts'

/** How old a signature may be, or how far ahead. */
const TOLERANCE_SECONDS = 300

/**
 * An event from Stripe, by its raw bytes and signature. Throws ONLINE_NOT_OFFERED without a webhook secret, WRONG_SIGNATURE.
 */
export async function receiveEvent(deps: Deps, body: Buffer, signature: string) {
  const { payment } = deps.config
  if (payment?.kind !== 'stripe' || !payment.webhookSecret) throw onlineNotOffered()
  await applyEvent(deps, readEvent(body, signature, payment.webhookSecret, deps.now()))
  return { message: 'Received' }
}

function readEvent(body: Buffer, signature: string, secret: string, now: Date) {
  if (!isTimely(signature, now)) throw wrongSignature()
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch {
    throw wrongSignature()
  }
}

/** Is the signature's time near enough to now? Stripe's package accepts a time that is no number or lies far ahead. */
function isTimely(signature: string, now: Date) {
  const [time, ...others] = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const seconds = /^t=(\d{1,12})$/.exec(time ?? '')?.[1]
  if (seconds === undefined || others.length > 0) return false
  return Math.abs(Math.floor(now.getTime() / SECOND_MS) - Number(seconds)) <= TOLERANCE_SECONDS
}

/** The fields of an event that are used. */
const Readable = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

/** What is not handled here changes nothing; Stripe is told that it has arrived. */
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
    case 'refund.failed':
    case 'refund.updated': {
      const { status, metadata } = event.data.object
      if (status === 'failed' && metadata?.refund) await moveRefund(deps, metadata.refund, 'failed')
    }
  }
}
