import { updateCart } from '#features/cart/cart.contract.ts'
import { type Cart, takePieces } from '#features/cart/cart.rules.ts'
import { getMyOrder } from '#features/orders/orders.contract.ts'
import { receivePaymentEvent } from '#features/payments/payments.contract.ts'
import { ordersToRefund } from '#features/payments/server/send-refunds.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type AnyProduct, sellerSettings, type TestParts, type TestShop, testShop } from '#testing/shop.ts'
import { type StripeEvent, type TestStripe, testStripe } from './stripe.ts'
import type { StripeSession } from './stripe-books.ts'

/**
 * A shop that is paid through Stripe, with Stripe beside it. Close it in the end. Settings and parts as for testShop; `stripe` is one that is
 * there already and stays, with a clock of its own.
 */
export async function paymentShop(
  settings: Record<string, string> = {},
  processes = 1,
  { stripe: known, ...parts }: TestParts & { stripe?: TestStripe } = {},
) {
  let clock: Date | undefined
  const now = () => clock ?? new Date()
  const stripe = known ?? (await testStripe(now))
  const whole = {
    ...sellerSettings,
    ...stripe.settings,
    ...settings,
  }
  const shop = await testShop(whole, { ...parts, processes })
  /** Product -> pieces there were in the beginning. */
  const stocks = new Map<string, number>()
  const buyers: Buyer[] = []

  /** Shop and Stripe have the same clock. Stops it; undefined lets it run again. */
  function setClock(time: Date | undefined) {
    clock = time
    shop.setClock(time)
  }

  const deliver = (event: StripeEvent, times = 1) =>
    Promise.all(
      Array.from({ length: times }, () =>
        shop.request({
          method: 'POST',
          url: receivePaymentEvent.path,
          headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': event.signature },
          payload: event.payload,
        }),
      ),
    )

  return {
    ...shop,
    stripe,
    stocks,
    buyers,
    setClock,
    /** Time goes by, and stands still again. */
    pass(minutes: number) {
      setClock(new Date(now().getTime() + minutes * MINUTE_MS))
    },
    /** Does what the shop would do by itself, until nothing is due any more. */
    async work() {
      const isDue = () =>
        ordersToRefund(shop.db, now().getTime())
          .union(
            shop.db
              .selectFrom('payments')
              .select('order_id')
              .where('state', '=', 'open')
              .where('due_at', '<=', now().getTime()),
          )
          .executeTakeFirst()
      const run = (job: string) => Promise.all([shop.app, ...shop.others].map(({ deps }) => deps.jobs.run(job)))
      do await run('payments')
      while (await isDue())
      await run('papers')
    },
    deliver,
    /** Stripe tells the shop what became of a checkout. */
    tell: (type: string, session: StripeSession, times = 1) =>
      deliver(stripe.event(`checkout.session.${type}`, session), times),
    /** The checkout behind an address that a shopper was sent to. */
    sessionAt(url: string): StripeSession {
      const session = [...stripe.sessions.keys()].find((id) => url.endsWith(id))
      if (!session) throw new Error(`there is no checkout at ${url}`)
      return stripe.sessionOf(session)
    },
    sessionOfOrder(orderId: string): StripeSession | undefined {
      const session = [...stripe.sessions.values()].find(({ client_reference_id }) => client_reference_id === orderId)
      return session && stripe.sessionOf(session.id)
    },
    /** A product of ₹100 with 10 pieces, unless told otherwise. */
    async product(product: AnyProduct = {}) {
      const offerPricePaise = product.offerPricePaise ?? 100_00
      const whole = { stock: 10, pricePaise: offerPricePaise, ...product, offerPricePaise }
      const id = await shop.product(whole)
      if (whole.stock !== null) stocks.set(id, whole.stock)
      return id
    },
    /** A shopper with something in the cart. */
    async buyer(cart: Cart = {}) {
      const buyer = await newBuyer(shop)
      buyers.push(buyer)
      await buyer.fill(cart)
      return buyer
    },
    async close() {
      await shop.close()
      if (!known) await stripe.close()
    },
  }
}
export type PaymentShop = Awaited<ReturnType<typeof paymentShop>>

/** Orders whose payment was what placed them: then what was bought left the cart. Late money comes after a cancellation. */
export async function paidInTime(db: TestShop['db'], shopperId: string) {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_id', 'actor'])
    .where('user_id', '=', shopperId)
    .where('is_paid', '=', 1)
    .where('payment_type', '=', 'Online')
    .where('kind', '!=', 'PLACED_UNPAID')
    .orderBy('order_events.number')
    .execute()
  const first = new Map(events.toReversed().map(({ order_id, actor }) => [order_id, actor]))
  return new Set([...first].filter(([, actor]) => actor === 'payment').map(([orderId]) => orderId))
}

async function newBuyer(shop: TestShop) {
  const shopper = await shop.shopper()
  const { email } = shopper
  await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: { email } })
  /** What was put into the cart last, and the orders that were paid before. */
  let filled: Cart = {}
  let before = new Set<string>()
  const placed = new Set<string>()

  const place = (path: string, lines: Cart, headers: Record<string, string>) =>
    shopper.send({
      method: 'POST',
      url: path,
      headers,
      payload: {
        items: Object.entries(lines).map(([product, quantity]) => ({ product, quantity })),
        address: shopper.address._id,
      },
    })

  return {
    ...shopper,
    filled: () => filled,
    /** What the mails about orders say in their subjects after the order's number. */
    async mails() {
      const subjects = (await shop.mailsTo(email)).map(({ subject }) => /#\d+ ?(.*)/.exec(subject)?.[1])
      return subjects.filter((subject) => subject !== undefined)
    },
    async fill(cart: Cart) {
      before = await paidInTime(shop.db, shopper.user._id)
      await shopper.api(updateCart, { body: { cartItems: cart } })
      filled = cart
    },
    /** Places an order of the cart to be paid online. */
    order: (headers: Record<string, string> = {}, lines = filled) => place('/api/order/stripe', lines, headers),
    async orderCod(headers: Record<string, string> = {}, lines = filled) {
      const answer = await place('/api/order/cod', lines, headers)
      // The same order again within ten seconds is the earlier one, which has taken its pieces before.
      if (answer.statusCode === 200 && !placed.has(answer.json().orderId)) {
        placed.add(answer.json().orderId)
        filled = takePieces(
          filled,
          Object.entries(lines).map(([product, quantity]) => ({ product, quantity })),
        )
      }
      return answer
    },
    payNow: (orderId: string) => shopper.send({ method: 'POST', url: `/api/order/${orderId}/pay` }),
    cancel: (orderId: string) => shopper.send({ method: 'POST', url: `/api/order/${orderId}/cancel` }),
    /** Comes back from the payment; with `cancelled` by the address for leaving it. */
    comeBack: async (cancelled?: string) => {
      const query = cancelled ? `?cancelled=${cancelled}` : ''
      return (await shopper.send({ method: 'GET', url: `/api/order/payment${query}` })).json()
    },
    async seen(orderId: string) {
      return (await shopper.api(getMyOrder, { params: { id: orderId } })).order
    },
    /** What should be in the cart by now. */
    async expectedCart() {
      const paid = [...(await paidInTime(shop.db, shopper.user._id))].filter((id) => !before.has(id))
      if (paid.length === 0) return filled
      const bought = await shop.db
        .selectFrom('order_lines')
        .select(['product_id as product', 'quantity'])
        .where('order_id', 'in', paid)
        .execute()
      return takePieces(filled, bought)
    },
  }
}
export type Buyer = Awaited<ReturnType<typeof newBuyer>>
