import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import type { StripeEvent } from '#features/payments/testing/stripe.ts'
import { SECOND_MS } from '#shared/time.ts'
import { testShop } from '#testing/shop.ts'
import { receivePaymentEvent } from '../payments.contract.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await paymentShop()
})
afterAll(() => shop.close())
afterEach(() => expectAgreement(shop))

/** A checkout that was paid, and the event that says so. */
async function paidCheckout() {
  const buyer = await shop.buyer({ [await shop.product()]: 1 })
  const { url, orderId } = (await buyer.order()).json()
  const session = shop.sessionAt(url)
  shop.stripe.complete(session.id, { paid: true })
  const event = shop.stripe.event('checkout.session.completed', session)
  return { event, mails: buyer.mails, status: async () => (await buyer.seen(orderId)).status }
}

it.each<[string, (event: StripeEvent) => StripeEvent]>([
  ['no signature', ({ payload }) => ({ payload, signature: '' })],
  ['a signature that is none', ({ payload }) => ({ payload, signature: 't=1,v1=00' })],
  ['the secret of another shop', ({ payload }) => shop.stripe.sign(payload, { secret: 'whsec_of_another_shop' })],
  ['an empty secret', ({ payload }) => shop.stripe.sign(payload, { secret: ' ' })],
  [
    'another body, one byte of it',
    ({ payload, signature }) => ({ payload: payload.replace('"paid"', '"Paid"'), signature }),
  ],
  ['a space more', ({ payload, signature }) => ({ payload: `${payload} `, signature })],
  ['another body altogether', ({ signature }) => ({ payload: '{}', signature })],
  ['no body', ({ signature }) => ({ payload: '', signature })],
  [
    'a time that was changed',
    ({ payload, signature }) => ({
      payload,
      signature: signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}0`),
    }),
  ],
  ['a time that is no number', ({ payload }) => shop.stripe.signAt(payload, 'NaN')],
  ['no time', ({ payload }) => shop.stripe.signAt(payload, '')],
  ['two times', ({ payload, signature }) => ({ payload, signature: `t=1,${signature}` })],
  ['a time far ahead', ({ payload }) => shop.stripe.sign(payload, { at: new Date(Date.now() + 3600 * SECOND_MS) })],
  [
    'only a scheme that is not ours',
    ({ payload, signature }) => ({ payload, signature: signature.replace('v1=', 'v0=') }),
  ],
])('an event with %s is refused and changes nothing', async (_, spoil) => {
  const { event, status } = await paidCheckout()
  const [answer] = await shop.deliver(spoil(event))
  expect(answer?.statusCode).toBe(400)
  expect(answer?.json()).toMatchObject({ success: false, message: 'The signature does not fit' })
  expect(await status()).toBe('Awaiting payment')
  expect((await shop.deliver(event))[0]?.statusCode).toBe(200)
  expect(await status()).toBe('Order Placed')
})

it('a signature is good for 300 seconds, and a replay after them is refused', async () => {
  const start = new Date()
  shop.setClock(start)
  const [late, inTime] = [await paidCheckout(), await paidCheckout()]
  shop.setClock(new Date(start.getTime() + 300 * SECOND_MS))
  expect((await shop.deliver(inTime.event))[0]?.statusCode).toBe(200)
  shop.setClock(new Date(start.getTime() + 302 * SECOND_MS))
  expect((await shop.deliver(late.event))[0]?.statusCode).toBe(400)
  expect([await inTime.status(), await late.status()]).toEqual(['Order Placed', 'Awaiting payment'])
  shop.setClock(undefined)
})

it('a replay within them changes nothing', async () => {
  const { event, status, mails } = await paidCheckout()
  await shop.deliver(event)
  await shop.deliver(event, 5)
  expect(await mails()).toEqual(['is paid'])
  expect(await status()).toBe('Order Placed')
})

it.each([
  ['an unknown kind', 'invoice.paid', { id: 'in_1', object: 'invoice' }],
  ['a checkout of somebody else', 'checkout.session.completed', { id: 'cs_live_else', payment_status: 'paid' }],
  ['a checkout of somebody else that ran out', 'checkout.session.expired', { id: 'cs_live_else' }],
  ['a refund that was not ordered here', 'refund.failed', { id: 're_1', status: 'failed', metadata: {} }],
  ['a refund with an unknown id', 'refund.updated', { id: 're_1', status: 'failed', metadata: { refund: 'x' } }],
  ['something that is not as it should be', 'checkout.session.completed', {}],
])('an event about %s is taken, and changes nothing', async (_, type, object) => {
  const [answer] = await shop.deliver(shop.stripe.event(type, object))
  expect(answer?.statusCode).toBe(200)
})

it.each(['{}', 'null', '[]', '"text"'])('an event that is only %s is taken, and changes nothing', async (body) => {
  const [answer] = await shop.deliver(shop.stripe.sign(body))
  expect(answer?.statusCode).toBe(200)
})

it('events come from Stripe’s site, without a session, whatever their content type says', async () => {
  const { event, status } = await paidCheckout()
  const answer = await shop.request({
    method: 'POST',
    url: receivePaymentEvent.path,
    headers: {
      origin: 'https://stripe.com',
      'sec-fetch-site': 'cross-site',
      'content-type': 'text/plain',
      'stripe-signature': event.signature,
    },
    payload: event.payload,
  })
  expect(answer.statusCode).toBe(200)
  expect(await status()).toBe('Order Placed')
})

it('more than a megabyte is not an event', async () => {
  const [answer] = await shop.deliver(shop.stripe.sign(JSON.stringify({ text: 'x'.repeat(1_100_000) })))
  expect(answer?.statusCode).toBe(413)
})

it('without a webhook secret no event is taken', async () => {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = shop.stripe.settings
  for (const settings of [undefined, { STRIPE_SECRET_KEY, STRIPE_API_BASE }]) {
    const other = await testShop(settings)
    const { payload, signature } = shop.stripe.sign('{}')
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await other.request({ method: 'POST', url: receivePaymentEvent.path, headers, payload })
    expect(answer.statusCode).toBe(503)
    await other.close()
  }
})
