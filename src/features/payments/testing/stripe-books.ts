import { z } from 'zod'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** What Stripe answers when it does not do as asked. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; param?: string }

  constructor(status: number, body: { type?: string; code?: string; param?: string }, message: string) {
    super(message)
    this.status = status
    this.body = { type: 'invalid_request_error', ...body }
  }
}

/** Paise; about 50 US cents, and eight digits. */
const AMOUNT = { least: 50_00, most: 9_99_999_99 }
const SESSION_MS = { least: 30 * MINUTE_MS, most: 24 * HOUR_MS }

const Whole = z
  .string()
  .regex(/^\d{1,15}$/, 'Invalid integer')
  .transform(Number)
const Url = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5000)
const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})
/** A list arrives as line_items[0]…, line_items[1]… */
const listOf = <T extends z.ZodType>(item: T) => z.record(z.string(), item).transform((items) => Object.values(items))

const LineItem = z.strictObject({
  quantity: Whole,
  price_data: z.strictObject({
    currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
    unit_amount: Whole,
    product_data: z.strictObject({ name: z.string().min(1).max(250) }),
  }),
})
type LineItem = z.output<typeof LineItem>

/** Strict, as Stripe is: a parameter it does not know is an error. */
const NewSession = z.strictObject({
  mode: z.literal('payment'),
  allowed_payment_method_types: listOf(z.string()).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  line_items: listOf(LineItem).refine((items) => items.length >= 1 && items.length <= 100, 'Must have 1 to 100 items'),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  metadata: Metadata,
  payment_intent_data: z.strictObject({ metadata: Metadata }).optional(),
  expires_at: Whole.optional(),
  success_url: Url,
  cancel_url: Url.optional(),
})
const NewRefund = z.strictObject({
  payment_intent: z.string(),
  amount: Whole.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata,
})
const Page = {
  created: z.strictObject({ gte: Whole.optional(), lt: Whole.optional() }).default({}),
  limit: Whole.default(10),
  starting_after: z.string().optional(),
}
const RefundList = z.strictObject({ ...Page, payment_intent: z.string().optional() })
const List = z.strictObject(Page)

/** A page of a list, newest first, as Stripe answers it. */
function pageOf<Row extends { id: string; created: number }>(
  rows: readonly Row[],
  { created: { gte = 0, lt = Number.POSITIVE_INFINITY }, limit, starting_after }: z.output<typeof List>,
  url: string,
) {
  if (limit < 1 || limit > 100) throw new StripeRefusal(400, { param: 'limit' }, 'Limit must be 1 to 100')
  const fitting = rows.filter(({ created }) => created >= gte && created < lt).toReversed()
  const start = starting_after ? fitting.findIndex(({ id }) => id === starting_after) + 1 : 0
  const data = fitting.slice(start, start + limit)
  return { object: 'list' as const, data, has_more: fitting.length > start + limit, url }
}

function read<T extends z.ZodType>(schema: T, params: unknown) {
  const { data, error } = schema.safeParse(params)
  if (data !== undefined) return data
  const issue = error?.issues[0]
  const isUnknown = issue?.code === 'unrecognized_keys'
  const param = isUnknown ? issue.keys[0] : issue?.path.map(String).join('.')
  throw new StripeRefusal(
    400,
    { code: isUnknown ? 'parameter_unknown' : 'parameter_invalid', ...(param ? { param } : {}) },
    isUnknown ? `Received unknown parameter: ${param}` : `${param}: ${issue?.message}`,
  )
}

const missing = (param: string, kind: string, id: string) =>
  new StripeRefusal(404, { code: 'resource_missing', param }, `No such ${kind}: '${id}'`)

const seconds = (time: Date) => Math.floor(time.getTime() / SECOND_MS)

function newSession(params: unknown, id: string, now: Date) {
  const wanted = read(NewSession, params)
  const currencies = new Set(wanted.line_items.map(({ price_data }) => price_data.currency))
  if (currencies.size !== 1) throw new StripeRefusal(400, { param: 'line_items' }, 'All items must have one currency')
  const total = wanted.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0)
  if (total < AMOUNT.least) {
    const message = "The Checkout Session's total amount must convert to at least 50 cents."
    throw new StripeRefusal(400, { code: 'amount_too_small' }, message)
  }
  if (total > AMOUNT.most) {
    const message = "The Checkout Session's total amount must be no more than ₹999,999.99."
    throw new StripeRefusal(400, { code: 'amount_too_large' }, message)
  }
  const created = seconds(now)
  const expiresAt = wanted.expires_at ?? created + SESSION_MS.most / SECOND_MS
  const lifeMs = (expiresAt - created) * SECOND_MS
  if (lifeMs < SESSION_MS.least || lifeMs > SESSION_MS.most) {
    const message = 'The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.'
    throw new StripeRefusal(400, { param: 'expires_at' }, message)
  }
  return {
    id,
    object: 'checkout.session' as const,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    created,
    currency: [...currencies].join(),
    expires_at: expiresAt,
    livemode: false,
    metadata: wanted.metadata,
    mode: wanted.mode,
    // Made when the shopper pays.
    payment_intent: null as string | null,
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    status: 'open' as 'open' | 'complete' | 'expired',
    success_url: wanted.success_url,
    url: `https://checkout.stripe.com/c/pay/${id}` as string | null,
  }
}
export type StripeSession = ReturnType<typeof newSession>

export interface StripeRefund {
  id: string
  object: 'refund'
  amount: number
  created: number
  currency: string
  failure_reason?: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'succeeded' | 'failed'
}

/** A cardholder's bank asks for the money. Stripe takes it at once, and gives it back where the shop wins. */
export interface StripeDispute {
  id: string
  object: 'dispute'
  amount: number
  /** Of the shop's balance: below 0 what was taken. The fee stands apart. */
  balance_transactions: {
    id: string
    object: 'balance_transaction'
    amount: number
    fee: number
    net: number
    type: 'adjustment'
  }[]
  created: number
  currency: string
  is_charge_refundable: boolean
  payment_intent: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}
/** What Stripe asks for each dispute, in paise. */
const DISPUTE_FEE = 1500_00

/** Checkouts, money and refunds as Stripe keeps them, and the rules by which they change. `now` is Stripe's clock. */
export function stripeBooks(now: () => Date) {
  const sessions = new Map<string, StripeSession>()
  const lineItems = new Map<string, LineItem[]>()
  /** Payment intent -> paise and currency that were taken. */
  const intents = new Map<
    string,
    { captured: number; currency: string; created: number; metadata: Record<string, string> }
  >()
  const refunds: StripeRefund[] = []
  const disputes: StripeDispute[] = []
  let made = 0
  const nextId = (kind: string) => {
    made += 1
    return `${kind}_test_${String(made).padStart(6, '0')}`
  }

  /** A checkout that nobody paid in time has run out. */
  function findSession(id: string) {
    const session = sessions.get(id)
    if (session?.status === 'open' && session.expires_at <= seconds(now())) {
      Object.assign(session, { status: 'expired', url: null })
    }
    return session
  }
  function sessionOf(id: string) {
    const session = findSession(id)
    if (!session) throw missing('session', 'checkout.session', id)
    return session
  }

  const refundedOf = (intent: string) =>
    refunds
      .filter(({ payment_intent, status }) => payment_intent === intent && status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0)
  const disputedOf = (intent: string) =>
    disputes
      .filter(({ payment_intent }) => payment_intent === intent)
      .flatMap(({ balance_transactions }) => balance_transactions)
      .reduce((sum, { amount }) => sum - amount, 0)
  const moved = (amount: number, fee: number): StripeDispute['balance_transactions'][number] => ({
    ...{ id: nextId('txn'), object: 'balance_transaction', amount, fee, net: amount - fee, type: 'adjustment' },
  })

  return {
    sessions,
    refunds,
    disputes,
    findSession,
    sessionOf,
    /** What the shopper was shown. */
    lineItemsOf: (id: string) =>
      (lineItems.get(id) ?? []).map(({ quantity, price_data }) => ({
        name: price_data.product_data.name,
        unitAmount: price_data.unit_amount,
        currency: price_data.currency,
        quantity,
      })),
    createSession(params: unknown) {
      const session = newSession(params, nextId('cs'), now())
      sessions.set(session.id, session)
      lineItems.set(session.id, read(NewSession, params).line_items)
      return session
    },
    expireSession(id: string) {
      const session = sessionOf(id)
      if (session.status !== 'open') {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
        throw new StripeRefusal(400, {}, message)
      }
      return Object.assign(session, { status: 'expired' as const, url: null })
    },
    createRefund(params: unknown) {
      const wanted = read(NewRefund, params)
      const intent = intents.get(wanted.payment_intent)
      if (!intent) throw missing('payment_intent', 'payment_intent', wanted.payment_intent)
      if (disputedOf(wanted.payment_intent) > 0) {
        throw new StripeRefusal(400, { code: 'charge_disputed' }, 'This charge has been charged back.')
      }
      const left = intent.captured - refundedOf(wanted.payment_intent)
      if (left === 0) {
        throw new StripeRefusal(400, { code: 'charge_already_refunded' }, 'This charge has already been refunded.')
      }
      const amount = wanted.amount ?? left
      if (amount < 1 || amount > left) {
        const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
        throw new StripeRefusal(400, { param: 'amount' }, message)
      }
      const refund: StripeRefund = {
        id: nextId('re'),
        object: 'refund',
        amount,
        created: seconds(now()),
        currency: intent.currency,
        metadata: wanted.metadata,
        payment_intent: wanted.payment_intent,
        reason: wanted.reason ?? null,
        status: 'succeeded',
      }
      refunds.push(refund)
      return refund
    },
    /** Newest first. */
    listRefunds(params: unknown) {
      const { payment_intent, ...page } = read(RefundList, params)
      if (payment_intent && !intents.has(payment_intent)) {
        throw missing('payment_intent', 'payment_intent', payment_intent)
      }
      const fitting = refunds.filter(
        (refund) => payment_intent === undefined || refund.payment_intent === payment_intent,
      )
      return pageOf(fitting, page, '/v1/refunds')
    },
    listIntents(params: unknown) {
      const all = [...intents].map(([id, { captured, currency, created, metadata }]) => ({
        ...{
          id,
          object: 'payment_intent' as const,
          amount: captured,
          amount_received: captured,
          currency,
          created,
          metadata,
        },
        status: captured > 0 ? ('succeeded' as const) : ('processing' as const),
      }))
      return pageOf(all, read(List, params), '/v1/payment_intents')
    },
    listDisputes: (params: unknown) => pageOf(disputes, read(List, params), '/v1/disputes'),
    /** Somebody presses Refund in Stripe's dashboard. */
    refundThere(payment_intent: string, amount?: number) {
      return this.createRefund({ payment_intent, ...(amount === undefined ? {} : { amount: String(amount) }) })
    },
    /** The charge of a payment, as events about it name it. */
    chargeOf(payment_intent: string) {
      const { captured = 0, currency = 'inr' } = intents.get(payment_intent) ?? {}
      const amount_refunded = refundedOf(payment_intent)
      return {
        ...{ id: payment_intent.replace('pi', 'ch'), object: 'charge' as const, payment_intent, currency },
        ...{ amount: captured, amount_captured: captured, amount_refunded, refunded: amount_refunded === captured },
      }
    },
    /** The cardholder's bank asks for all that is left. */
    dispute(payment_intent: string) {
      const intent = intents.get(payment_intent)
      if (!intent) throw missing('payment_intent', 'payment_intent', payment_intent)
      const amount = intent.captured - refundedOf(payment_intent)
      const dispute: StripeDispute = {
        ...{ id: nextId('dp'), object: 'dispute', amount, created: seconds(now()), currency: intent.currency },
        balance_transactions: [moved(-amount, DISPUTE_FEE)],
        ...{ is_charge_refundable: false, payment_intent, reason: 'product_not_received', status: 'needs_response' },
      }
      disputes.push(dispute)
      return dispute
    },
    endDispute(id: string, status: 'won' | 'lost') {
      const dispute = disputes.find((each) => each.id === id)
      if (!dispute) throw missing('dispute', 'dispute', id)
      if (status === 'won') dispute.balance_transactions.push(moved(dispute.amount, 0))
      return Object.assign(dispute, { status })
    },
    /** Money that comes by something else than a checkout of the shop. */
    payOtherwise(amount: number) {
      const intent = nextId('pi')
      intents.set(intent, { captured: amount, currency: 'inr', created: seconds(now()), metadata: {} })
      return intent
    },
    /**
     * The shopper goes through with it. `paid` false: the money comes later, or never; another amount or currency than was asked
     * for, when it is given. False: it is no longer open.
     */
    complete(id: string, { paid, ...money }: { paid: boolean; amount_total?: number; currency?: string }) {
      const session = sessionOf(id)
      if (session.status !== 'open') return false
      Object.assign(session, money)
      const intent = nextId('pi')
      const captured = paid ? session.amount_total : 0
      const { currency, metadata } = session
      intents.set(intent, { captured, currency, created: seconds(now()), metadata })
      Object.assign(session, {
        status: 'complete',
        payment_status: paid ? 'paid' : 'unpaid',
        payment_intent: intent,
        url: null,
      })
      return true
    },
    /** Money that was on its way arrives. */
    settle(id: string) {
      const session = sessionOf(id)
      const intent = intents.get(session.payment_intent ?? '')
      if (session.status !== 'complete' || !intent) throw new Error(`nothing is on its way for ${id}`)
      intent.captured = session.amount_total
      session.payment_status = 'paid'
    },
    /** The bank sends a refund back; the money is the shop's again. */
    failRefund(id: string) {
      const refund = refunds.find((each) => each.id === id)
      if (!refund) throw missing('refund', 'refund', id)
      return Object.assign(refund, { status: 'failed' as const, failure_reason: 'expired_or_canceled_card' })
    },
    /** Paise taken and refunded for a payment intent. */
    ledgerOf: (intent: string | null) => ({
      captured: intents.get(intent ?? '')?.captured ?? 0,
      refunded: intent ? refundedOf(intent) : 0,
    }),
    /** Paise taken and refunded in all. */
    totals: () => ({
      captured: [...intents.values()].reduce((sum, { captured }) => sum + captured, 0),
      refunded: [...intents.keys()].reduce((sum, intent) => sum + refundedOf(intent), 0),
      disputed: [...intents.keys()].reduce((sum, intent) => sum + disputedOf(intent), 0),
    }),
  }
}
export type StripeBooks = ReturnType<typeof stripeBooks>
