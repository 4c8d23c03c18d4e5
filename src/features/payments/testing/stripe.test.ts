import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { type TestStripe, testStripe } from './stripe.ts'

// The stand-in for Stripe, asked by Stripe's own client: what the tests of payment rely on.

let stripe: TestStripe
let client: Stripe
let now = new Date()
beforeAll(async () => {
  stripe = await testStripe(() => now)
  client = clientWith(stripe.settings.STRIPE_SECRET_KEY)
})
afterAll(() => stripe.close())

const clientWith = (key: string) => {
  const { hostname, port } = new URL(stripe.settings.STRIPE_API_BASE)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 2, telemetry: false })
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const checkout = ({ paise = 10000, minutes = 31 } = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 2, price_data: { currency: 'inr', unit_amount: paise, product_data: { name: 'Bowl & lid' } } },
    { quantity: 1, price_data: { currency: 'inr', unit_amount: 400, product_data: { name: 'Tax (2%)' } } },
  ],
  metadata: { order: 'one' },
  expires_at: seconds(now) + minutes * 60,
  success_url: 'http://localhost:3000/loader?next=my-orders',
})
const open = (idempotencyKey: string, params = checkout()) =>
  client.checkout.sessions.create(params, { idempotencyKey })
async function paid(key: string) {
  const { id } = await open(key)
  stripe.complete(id, { paid: true })
  const { payment_intent } = await client.checkout.sessions.retrieve(id)
  return String(payment_intent)
}

describe('checkouts', () => {
  it('adds up the lines, and shows what became of it', async () => {
    const session = await open('sum')
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 20400, currency: 'inr' })
    expect(stripe.lineItemsOf(session.id)[0]).toMatchObject({ name: 'Bowl & lid', unitAmount: 10000, quantity: 2 })
    expect(stripe.complete(session.id, { paid: true })).toBe(true)
    expect(await client.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: expect.stringMatching(/^pi_/),
    })
    expect(stripe.complete(session.id, { paid: true })).toBe(false)
  })

  it('can be closed while it is open, and runs out by itself', async () => {
    const [closed, left] = [await open('close'), await open('run out')]
    expect(await client.checkout.sessions.expire(closed.id)).toMatchObject({ status: 'expired', url: null })
    await expect(client.checkout.sessions.expire(closed.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      message: expect.stringContaining('status of `expired`'),
    })
    const started = now
    now = new Date(started.getTime() + 31 * MINUTE_MS)
    expect(stripe.complete(left.id, { paid: true })).toBe(false)
    expect(await client.checkout.sessions.retrieve(left.id)).toMatchObject({ status: 'expired' })
    now = started
  })

  it.each([
    ['a session of less than 30 minutes', () => checkout({ minutes: 29 }), undefined],
    ['a session of more than a day', () => checkout({ minutes: 24 * 60 + 1 }), undefined],
    ['too little money', () => checkout({ paise: 1 }), 'amount_too_small'],
    ['too much money', () => checkout({ paise: 9_99_999_99 }), 'amount_too_large'],
    ['a parameter that Stripe does not have', () => Object.assign(checkout(), { colour: 'red' }), 'parameter_unknown'],
  ])('refuses %s', async (_, params, code) => {
    await expect(open('refused', params())).rejects.toMatchObject({ type: 'StripeInvalidRequestError', code })
  })

  it('knows its own and nobody else', async () => {
    await expect(client.checkout.sessions.retrieve('cs_unknown')).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(clientWith('sk_test_other').checkout.sessions.retrieve('x')).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('idempotency keys', () => {
  it('give the first answer again, refuse other content, and are forgotten after a day', async () => {
    const first = await open('again')
    const second = await open('again')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(open('again', checkout({ paise: 20000 }))).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    const started = now
    const params = checkout({ minutes: 24 * 60 })
    const before = await open('forgotten', params)
    now = new Date(started.getTime() + DAY_MS)
    expect((await open('forgotten', checkout())).id).not.toBe(before.id)
    now = started
  })

  it('make one of many at once', async () => {
    const release = stripe.hold('create')
    const all = [1, 2, 3].map(() => open('together'))
    await expect
      .poll(() => stripe.requestsTo('create').filter((one) => one.idempotencyKey === 'together').length)
      .toBeGreaterThan(2)
    release()
    expect(new Set((await Promise.all(all)).map(({ id }) => id)).size).toBe(1)
  })

  it('make one though the answer was lost on its way', async () => {
    stripe.fail('lost', { only: 'create', times: 1 })
    const before = stripe.sessions.size
    await open('lost')
    expect(stripe.sessions.size).toBe(before + 1)
  })

  it('keep an error that Stripe made while it worked', async () => {
    stripe.fail('kept error', { times: 1 })
    await expect(open('kept')).rejects.toMatchObject({ type: 'StripeAPIError' })
    await expect(open('kept')).rejects.toMatchObject({ type: 'StripeAPIError' })
    expect((await open('another')).status).toBe('open')
  })
})

describe('refunds', () => {
  it('go up to what was paid, and are listed, the newest first', async () => {
    const payment_intent = await paid('refunds')
    await client.refunds.create({ payment_intent, amount: 400, metadata: { refund: 'a' } })
    await expect(client.refunds.create({ payment_intent, amount: 20001 })).rejects.toMatchObject({ param: 'amount' })
    await client.refunds.create({ payment_intent, amount: 20000, metadata: { refund: 'b' } })
    await expect(client.refunds.create({ payment_intent, amount: 1 })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const { data } = await client.refunds.list({ payment_intent })
    expect(data.map(({ metadata }) => metadata?.refund)).toEqual(['b', 'a'])
    expect(stripe.ledgerOf(payment_intent)).toEqual({ captured: 20400, refunded: 20400 })
  })

  it('that fail later are the shop’s money again', async () => {
    const payment_intent = await paid('failing')
    const { id } = await client.refunds.create({ payment_intent })
    stripe.failRefund(id)
    expect(stripe.ledgerOf(payment_intent)).toEqual({ captured: 20400, refunded: 0 })
  })
})

it('can be down and up again', async () => {
  await stripe.goDown()
  await expect(open('down')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  await stripe.acceptConnections()
  expect((await open('up')).status).toBe('open')
})
