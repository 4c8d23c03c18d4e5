import Stripe from 'stripe'
import { paymentServiceFailed, paymentServiceSilent } from '#features/orders/pay-order.contract.ts'
import type { Config } from '#kernel/config.ts'
import { SECOND_MS } from '#shared/time.ts'
import { amountNotPayable } from '../payments.contract.ts'
import { type Checkout, type Gateway, type GatewayDispute, type GatewayRefund, RefundRefused } from './gateway.ts'

type StripeConfig = Extract<Config['payment'], { kind: 'stripe' }>
type Session = Stripe.Checkout.Session

const DEADLINE_MS = 8 * SECOND_MS
const ONE_TRY_MS = 7.5 * SECOND_MS
const RETRIES = 2
/** Refunds read of one payment, newest first. */
const MAX_REFUNDS = 1000
const PAGE = 100

const AMOUNT_CODES: readonly (string | undefined)[] = ['amount_too_large', 'amount_too_small']

export function createStripe({ secretKey, apiBase }: StripeConfig) {
  const base = apiBase ? new URL(apiBase) : undefined
  return new Stripe(secretKey, {
    timeout: ONE_TRY_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
          ...(base.port ? { port: base.port } : {}),
        }
      : {}),
  })
}

/** The payment that an object of Stripe's names, if any. */
export const referenceOf = ({ payment_intent }: { payment_intent?: string | { id: string } | null }) =>
  typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null)

function stateOf({ status }: Session) {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

export const toCheckout = (session: Session): Checkout => ({
  sessionId: session.id,
  state: stateOf(session),
  isPaid: session.payment_status === 'paid',
  amount: session.amount_total ?? 0,
  currency: session.currency ?? '',
  reference: referenceOf(session),
})

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

const toRefund = (refund: Stripe.Refund): GatewayRefund => ({
  providerId: refund.id,
  id: refund.metadata?.refund,
  amount: refund.amount,
  currency: refund.currency ?? 'inr',
  hasFailed: hasFailed(refund),
  at: new Date(refund.created * SECOND_MS),
})

const endedDisputes: Readonly<Record<string, 'won' | 'lost'>> = { won: 'won', warning_closed: 'won', lost: 'lost' }

/** A dispute from Stripe, with money taken and returned where Stripe says so. */
export function toDispute(dispute: Stripe.Dispute): GatewayDispute | undefined {
  const reference = referenceOf(dispute)
  if (reference === null) return undefined
  const { id, amount, status } = dispute
  // The shop charges in rupees only.
  const currency = dispute.currency ?? 'inr'
  const moved = dispute.balance_transactions ?? []
  const state = endedDisputes[status] ?? 'open'
  const isWithdrawn =
    moved.length > 0
      ? moved.reduce((sum, one) => sum + one.amount, 0) < 0
      : state === 'open'
        ? undefined
        : state === 'lost'
  return { id, reference, amount, currency, state, isWithdrawn }
}

/** Gives up after 8 s with PAYMENT_SERVICE_SILENT, else throws what the call threw. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(paymentServiceSilent()), DEADLINE_MS)
  })
  return Promise.race([call, deadline]).finally(() => clearTimeout(timer))
}

/** Stripe's words go to the log; the shopper reads ours. */
function toAppError(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error.type === 'StripeConnectionError') return Object.assign(paymentServiceSilent(), { cause: error })
  const refused = AMOUNT_CODES.includes(error.code) ? amountNotPayable() : paymentServiceFailed()
  return Object.assign(refused, { cause: error })
}

const ask = <T>(call: Promise<T>) =>
  inTime(call).catch((error: unknown) => {
    throw toAppError(error)
  })

async function allPages<Row extends { id: string }>(
  read: (after: { starting_after?: string }) => Promise<{ data: Row[]; has_more: boolean }>,
) {
  const rows: Row[] = []
  for (let after = {}; ; ) {
    const { data, has_more } = await read(after)
    rows.push(...data)
    const last = data.at(-1)
    if (!has_more || !last) return rows
    after = { starting_after: last.id }
  }
}

/** Stripe, or whatever answers at STRIPE_API_BASE. */
export function stripeGateway(config: StripeConfig): Gateway {
  const stripe = createStripe(config)
  const { sessions } = stripe.checkout
  const find = async (sessionId: string) => toCheckout(await ask(sessions.retrieve(sessionId)))

  return {
    provider: 'stripe',
    async open({ key, order, lines, expiresAt, successUrl, cancelUrl }) {
      const metadata = { order: order.id, number: String(order.number) }
      const session = await ask(
        sessions.create(
          {
            mode: 'payment',
            allowed_payment_method_types: ['card'],
            adaptive_pricing: { enabled: false },
            line_items: lines.map(({ name, unitPaise, quantity }) => ({
              quantity,
              price_data: { currency: 'inr', unit_amount: unitPaise, product_data: { name } },
            })),
            client_reference_id: order.id,
            metadata,
            payment_intent_data: { metadata },
            expires_at: Math.floor(expiresAt.getTime() / SECOND_MS),
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: key },
        ),
      )
      if (!session.url || session.amount_total !== order.amountPaise) throw paymentServiceFailed()
      return { sessionId: session.id, url: session.url }
    },
    find,
    async close(sessionId) {
      try {
        return toCheckout(await ask(sessions.expire(sessionId)))
      } catch (error) {
        // The checkout was paid or has expired; Stripe knows which.
        const cause = error instanceof Error ? error.cause : undefined
        if (cause instanceof Stripe.errors.StripeInvalidRequestError) return find(sessionId)
        throw error
      }
    },
    async bookSince(since) {
      const created = { gte: Math.floor(since.getTime() / SECOND_MS) }
      const all = { created, limit: PAGE }
      const intents = await allPages((after) => ask(stripe.paymentIntents.list({ ...all, ...after })))
      const refunds = await allPages((after) => ask(stripe.refunds.list({ ...all, ...after })))
      const disputes = await allPages((after) => ask(stripe.disputes.list({ ...all, ...after })))
      return {
        payments: intents.flatMap(({ id, amount_received, currency, metadata, created }) =>
          amount_received === 0
            ? []
            : {
                ...{ reference: id, orderId: metadata.order, amount: amount_received, currency },
                at: new Date(created * SECOND_MS),
              },
        ),
        refunds: refunds.flatMap((refund) => {
          const reference = referenceOf(refund)
          return reference === null ? [] : { ...toRefund(refund), reference }
        }),
        disputes: disputes.flatMap((dispute) => toDispute(dispute) ?? []),
      }
    },
    refundsOf: (reference) =>
      ask(
        stripe.refunds
          .list({ payment_intent: reference, limit: 100 })
          .autoPagingToArray({ limit: MAX_REFUNDS })
          .then((refunds) => refunds.map(toRefund)),
      ),
    async refund({ id, reference, amount }) {
      const request = { payment_intent: reference, amount, metadata: { refund: id } }
      try {
        const refund = await inTime(stripe.refunds.create(request, { idempotencyKey: id }))
        if (hasFailed(refund)) throw new RefundRefused(`the refund ${refund.id} is ${refund.status}`)
        return { providerId: refund.id }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new RefundRefused(error.message)
        throw toAppError(error)
      }
    },
  }
}
