import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type Buyer, type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import type { StripeFault } from '#features/payments/testing/stripe.ts'

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop()
  seller = await shop.seller()
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date()))
afterEach(async () => {
  await expectAgreement(shop)
  shop.stripe.heal()
  shop.pass(24 * 60)
  await shop.work()
  await expectAgreement(shop, { isSettled: true })
})

const refused = 'The payment service refused this. Nothing was charged, and your cart is as it was. Please try again'
const silent =
  'The payment service does not answer just now. Nothing was charged, and your cart is as it was. Please try again'

const ordersOf = ({ user }: Buyer) =>
  shop.db.selectFrom('orders').select('status').where('user_id', '=', user._id).orderBy('number').execute()
const stockOf = (product: string) =>
  shop.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', product).executeTakeFirst()

async function pay(buyer: Buyer, answer: Awaited<ReturnType<Buyer['order']>>) {
  shop.stripe.complete(shop.sessionAt(answer.json().url).id, { paid: true })
  expect(await buyer.comeBack()).toMatchObject({ result: 'paid' })
}

describe('an order that Stripe does not take', () => {
  it.each<[string, StripeFault, number, string]>([
    ['refuses it', 'refusal', 502, refused],
    ['has trouble', 'error', 502, refused],
    ['has trouble and says that it is final', 'final error', 502, refused],
    ['answers with the same trouble to the same key', 'kept error', 502, refused],
    ['is asked too often', 'busy', 502, refused],
    ['cuts every connection', 'cut', 504, silent],
    ['opens the checkout, and the answer is lost', 'lost', 504, silent],
    ['opens the checkout, and answers with trouble', 'error after it was done', 502, refused],
  ])(
    'because it %s: a sentence, no order, the stock back, the cart as it was; the same key works again',
    async (_, fault, status, sentence) => {
      const bowl = await shop.product({ stock: 1 })
      const buyer = await shop.buyer({ [bowl]: 1 })
      const headers = { 'idempotency-key': 'checkout' }
      shop.stripe.fail(fault, { only: 'create' })
      const failed = await buyer.order(headers)
      expect(failed.statusCode).toBe(status)
      expect(failed.json()).toMatchObject({ success: false, message: sentence })
      expect(await ordersOf(buyer)).toEqual([{ status: 'Cancelled' }])
      expect(await stockOf(bowl)).toEqual({ stock: 1, in_stock: 1 })
      expect(await buyer.expectedCart()).toEqual({ [bowl]: 1 })
      await expectAgreement(shop)

      shop.stripe.heal()
      const again = await buyer.order(headers)
      expect(again.statusCode).toBe(200)
      await pay(buyer, again)
      expect(await ordersOf(buyer)).toEqual([{ status: 'Cancelled' }, { status: 'Order Placed' }])
    },
  )

  it('because it is down', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    await shop.stripe.goDown()
    const failed = await buyer.order()
    expect(failed.statusCode).toBe(504)
    expect(failed.json().message).toBe(silent)
    await shop.stripe.acceptConnections()
    await pay(buyer, await buyer.order())
  })

  it('asked for with one key many times at once: nobody gets an order', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    shop.stripe.fail('final error', { only: 'create' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => buyer.order({ 'idempotency-key': 'one' })))
    // 409: it was cancelled when another call had already failed with it.
    for (const { statusCode } of answers) expect([502, 409]).toContain(statusCode)
    expect(answers.map(({ statusCode }) => statusCode)).toContain(502)
    for (const { status } of await ordersOf(buyer)) expect(status).toBe('Cancelled')
  })

  it('for a moment is tried again by itself', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    for (const fault of ['error', 'cut', 'lost'] as const) {
      shop.stripe.fail(fault, { only: 'create', times: 1 })
      expect((await buyer.order({ 'idempotency-key': fault })).statusCode).toBe(200)
    }
  })
})

it('Pay now leads to the checkout that is there, whether Stripe answers or not', async () => {
  const buyer = await shop.buyer({ [await shop.product()]: 1 })
  const { url, orderId } = (await buyer.order()).json()
  shop.stripe.fail('final error')
  expect((await buyer.payNow(orderId)).json()).toMatchObject({ success: true, url })
})

it('a shopper who comes back while Stripe is away is told that the payment is awaited, and it is found later', async () => {
  const buyer = await shop.buyer({ [await shop.product()]: 1 })
  const { url, orderId } = (await buyer.order()).json()
  shop.stripe.complete(shop.sessionAt(url).id, { paid: true })
  shop.stripe.fail('final error')
  expect(await buyer.comeBack()).toMatchObject({ success: true, result: 'awaiting', orderId })
  shop.stripe.heal()
  expect(await buyer.comeBack()).toMatchObject({ result: 'paid' })
})

it('nobody waits for ever when Stripe never answers', async () => {
  const bowl = await shop.product()
  const [placing, cancelling, leaving, returning, selling] = await Promise.all(
    Array.from({ length: 5 }, () => shop.buyer({ [bowl]: 1 })),
  )
  if (!placing || !cancelling || !leaving || !returning || !selling) throw new Error('five shoppers were asked for')
  const [cancelled, left, returned, sold] = await Promise.all(
    [cancelling, leaving, returning, selling].map(async (buyer) => (await buyer.order()).json().orderId),
  )
  shop.stripe.fail('hang')
  const answers = await Promise.all([
    placing.order(),
    cancelling.cancel(cancelled),
    seller.send({ method: 'POST', url: `/api/order/${sold}/status`, payload: { status: 'Cancelled' } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([504, 200, 200])
  expect(answers[0]?.json().message).toBe(silent)
  expect((await leaving.comeBack(left)).result).toBe('awaiting')
  expect((await returning.comeBack()).result).toBe('awaiting')
  await expectAgreement(shop)
  expect((await returning.seen(returned)).status).toBe('Awaiting payment')
})
