import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { testShop } from '#testing/shop.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await paymentShop({ PUBLIC_URL: 'http://haat.example:8080' }, 2)
})
afterAll(() => shop.close())
afterEach(() => expectAgreement(shop))

const countOrders = (shopperId: string) =>
  shop.db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', shopperId)
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

describe('an order to be paid online', () => {
  it('is at Stripe to the paisa: its lines and the tax, in rupees', async () => {
    const bowl = await shop.product({ name: 'Bowl "Neel" & Söhne', offerPricePaise: 1249_25 })
    const honey = await shop.product({ name: 'शहद', offerPricePaise: 420_00 })
    const buyer = await shop.buyer({ [bowl]: 1, [honey]: 4 })
    const { url, orderId, amount } = (await buyer.order()).json()
    const session = shop.sessionAt(url)
    // 1,249.25 + 4 × 420 = 2,929.25; 2% = 58.585, halves up: 58.59
    expect(amount).toBe(2987.84)
    expect(session).toMatchObject({ amount_total: 2987_84, currency: 'inr', client_reference_id: orderId })
    expect(shop.stripe.lineItemsOf(session.id)).toEqual([
      { name: 'Bowl "Neel" & Söhne', unitAmount: 1249_25, currency: 'inr', quantity: 1 },
      { name: 'शहद', unitAmount: 420_00, currency: 'inr', quantity: 4 },
      { name: 'Tax (2%)', unitAmount: 58_59, currency: 'inr', quantity: 1 },
    ])
    expect(shop.stripe.requestsTo('create').at(-1)?.params).toMatchObject({ 'adaptive_pricing[enabled]': 'false' })
  })

  it('of 100 lines is one checkout, too', async () => {
    const products = await Promise.all(Array.from({ length: 100 }, () => shop.product({ stock: null })))
    const buyer = await shop.buyer(Object.fromEntries(products.map((id) => [id, 3])))
    const { url } = (await buyer.order()).json()
    expect(shop.sessionAt(url).amount_total).toBe(300 * 102_00)
  })

  it('awaits payment with its stock held; the cart stays and no mail is sent', async () => {
    const bowl = await shop.product({ stock: 2 })
    const buyer = await shop.buyer({ [bowl]: 2 })
    shop.setClock(new Date())
    const { orderId } = (await buyer.order()).json()
    shop.setClock(undefined)
    const order = await buyer.seen(orderId)
    expect(order).toMatchObject({ status: 'Awaiting payment', isPaid: false, paymentType: 'Online', hasInvoice: false })
    expect(order.payUntil?.getTime()).toBe(order.createdAt.getTime() + 31 * MINUTE_MS)
    expect(await buyer.mails()).toEqual([])
    const other = await shop.buyer({ [bowl]: 1 })
    expect((await other.order()).statusCode).toBe(409)
  })

  it('is there before Stripe is asked', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    const release = shop.stripe.hold('create')
    const answer = buyer.order()
    await expect
      .poll(() => shop.stripe.requestsTo('create').at(-1)?.params.client_reference_id)
      .toSatisfy((id) => id !== undefined && !shop.sessionOfOrder(id))
    expect(await countOrders(buyer.user._id)).toBe(1)
    release()
    expect((await answer).statusCode).toBe(200)
  })

  it('leads back to PUBLIC_URL, whatever the request says of itself', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      referer: 'http://evil.example/cart',
    }
    const { url, orderId } = (await buyer.order(headers)).json()
    expect(shop.sessionAt(url)).toMatchObject({
      success_url: 'http://haat.example:8080/loader?next=my-orders',
      cancel_url: `http://haat.example:8080/cart?cancelled=${orderId}`,
    })
    const foreign = { method: 'POST', url: '/api/order/stripe', headers: { origin: 'http://evil.example' } } as const
    expect((await buyer.send(foreign)).statusCode).toBe(403)
  })

  it('is refused where an amount cannot be paid by card; the cart stays and the stock comes back', async () => {
    for (const offerPricePaise of [1_00, 9_99_999_00]) {
      const buyer = await shop.buyer({ [await shop.product({ offerPricePaise })]: 1 })
      const answer = await buyer.order()
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe('This amount cannot be paid by card. Please choose cash on delivery')
    }
  })

  it('tells nobody a secret, and nothing of what Stripe said', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    const placed = await buyer.order()
    shop.stripe.fail('refusal', { only: 'create' })
    const failed = await buyer.order({ 'idempotency-key': 'fails' })
    shop.stripe.heal()
    expect(failed.statusCode).toBe(502)
    for (const answer of [placed, failed, await buyer.send({ method: 'GET', url: '/api/order/user' })]) {
      for (const secret of [
        shop.stripe.settings.STRIPE_SECRET_KEY,
        shop.stripe.settings.STRIPE_WEBHOOK_SECRET,
        'disputed',
      ])
        expect(answer.body).not.toContain(secret)
    }
  })
})

describe('the same Idempotency-Key', () => {
  it('twenty times at once makes one order and one checkout, and leads all to it', async () => {
    const bowl = await shop.product({ stock: 30 })
    const buyer = await shop.buyer({ [bowl]: 1 })
    const before = shop.stripe.sessions.size
    const asked = shop.stripe.requests.length
    const release = shop.stripe.hold('create')
    const waiting = Array.from({ length: 20 }, () => buyer.order({ 'idempotency-key': 'checkout' }))
    await expect.poll(() => shop.stripe.requests.length).toBeGreaterThan(asked)
    release()
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1)
    expect(shop.stripe.sessions.size).toBe(before + 1)
    expect(await countOrders(buyer.user._id)).toBe(1)
    const again = await buyer.order({ 'idempotency-key': 'checkout' })
    expect(again.json()).toEqual(answers[0]?.json())
  })

  it('goes to Stripe as a key of the order: two tries of one order carry the same, two orders do not', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    shop.stripe.fail('cut', { only: 'create', times: 1 })
    const placed = await buyer.order()
    expect(placed.statusCode).toBe(200)
    await buyer.order({ 'idempotency-key': 'another' })
    const [first, second, third] = shop.stripe.requestsTo('create').slice(-3)
    expect(first?.idempotencyKey).toBeTruthy()
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
    expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })

  it('with other content is refused, also when the other is paid in cash', async () => {
    const bowl = await shop.product()
    const buyer = await shop.buyer({ [bowl]: 2 })
    const headers = { 'idempotency-key': 'used' }
    await buyer.order(headers)
    expect((await buyer.order(headers, { [bowl]: 1 })).statusCode).toBe(409)
    expect((await buyer.orderCod(headers)).statusCode).toBe(409)
  })
})

it('without a key, the same order twice at once is one order', async () => {
  const buyer = await shop.buyer({ [await shop.product()]: 1 })
  const answers = await Promise.all([buyer.order(), buyer.order()])
  expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1)
  expect(await countOrders(buyer.user._id)).toBe(1)
})

it('without a key, the same order can be placed again at once when the first was left', async () => {
  const buyer = await shop.buyer({ [await shop.product()]: 1 })
  const { orderId } = (await buyer.order()).json()
  await buyer.comeBack(orderId)
  const again = await buyer.order()
  expect(again.statusCode).toBe(200)
  expect(again.json().orderId).not.toBe(orderId)
})

it('is answered with 503 and a sentence where online payment is not offered', async () => {
  const closed = await testShop({ PUBLIC_URL: 'https://haat.example' })
  const shopper = await closed.shopper()
  const product = await closed.product({ stock: 1 })
  const answer = await shopper.send({
    method: 'POST',
    url: '/api/order/stripe',
    payload: { items: [{ product, quantity: 1 }], address: shopper.address._id },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.json().message).toBe('This shop does not take payment online. Please choose cash on delivery')
  expect(await closed.db.selectFrom('orders').selectAll().execute()).toEqual([])
  expect(await closed.db.selectFrom('products').select('stock').executeTakeFirst()).toEqual({ stock: 1 })
  await closed.close()
})
