import type { Cart } from '#features/cart/cart.rules.ts'
import { movesBy } from '#features/orders/orders.moves.ts'
import { isOff } from '#features/orders/orders.states.ts'
import { markCashReceived, moveOrder, refundOrder, undoCashReceived } from '#features/orders/seller-orders.contract.ts'
import { sellerLetsGo, sellerMovesParcels } from './parcel-steps.ts'
import { checkStatus, pick, type Step, tried, type World } from './payment-world.ts'
import type { StripeFault } from './stripe.ts'

/** Trouble that answers at once, so that thousands of steps take seconds. */
const troubles: readonly StripeFault[] = ['final error', 'error after it was done', 'kept error', 'busy', 'refusal']
const anyBuyer = (world: World) => {
  const buyer = pick(world, world.shop.buyers)
  if (!buyer) throw new Error('there are no shoppers')
  return buyer
}

/** Up to three products, three pieces each. */
function anyLines(world: World): Cart {
  const products = Array.from({ length: 1 + world.random.below(3) }, () => pick(world, world.products) ?? '')
  return Object.fromEntries(products.map((product) => [product, 1 + world.random.below(3)]))
}

const fillCart: Step = async (world) => {
  const buyer = anyBuyer(world)
  const lines = anyLines(world)
  await buyer.fill(lines)
  return `${buyer.email} fills the cart with ${Object.values(lines)}`
}

const restock: Step = async ({ shop }) => {
  for (const [product, pieces] of shop.stocks) {
    shop.stocks.set(product, pieces + 2)
    await shop.db
      .updateTable('products')
      .set((row) => ({ stock: row('stock', '+', 2), in_stock: 1 }))
      .where('id', '=', product)
      .execute()
  }
  return 'two pieces more of everything'
}

const orderOnline: Step = async (world) => {
  const buyer = anyBuyer(world)
  const headers: Record<string, string> = world.random.happens(0.7)
    ? { 'idempotency-key': `key ${world.random.below(30)}` }
    : {}
  const twice = world.random.happens(0.15)
  const lines = world.random.happens(0.5) ? buyer.filled() : anyLines(world)
  const answers = await Promise.all(Array.from({ length: twice ? 3 : 1 }, () => buyer.order(headers, lines)))
  for (const answer of answers) {
    if (answer.statusCode !== 200) continue
    const { orderId, url } = answer.json()
    if (!world.orders.some(({ id }) => id === orderId)) world.orders.push({ id: orderId, buyer })
    const { id } = world.shop.sessionAt(url)
    if (!world.checkouts.some(({ sessionId }) => sessionId === id))
      world.checkouts.push({ sessionId: id, buyer, orderId })
  }
  const seen = answers.map(({ statusCode }) => checkStatus('', statusCode))
  return `${buyer.email} orders online${seen}`
}

const orderCod: Step = async (world) => {
  const buyer = anyBuyer(world)
  const answer = await buyer.orderCod({}, world.random.happens(0.5) ? buyer.filled() : anyLines(world))
  if (answer.statusCode === 200) world.orders.push({ id: answer.json().orderId, buyer })
  return checkStatus(`${buyer.email} orders with cash on delivery`, answer.statusCode)
}

const pay: Step = (world) => {
  const checkout = pick(world, world.checkouts, 4)
  if (!checkout) return 'nobody can pay'
  const { shop, underway } = world
  const wrong = world.random.happens(0.06) ? { amount_total: 50_00 + world.random.below(1000_00) } : {}
  const isPaid = shop.stripe.complete(checkout.sessionId, { paid: true, ...wrong })
  if (isPaid && world.random.happens(0.8)) {
    underway.add(shop.stripe.event('checkout.session.completed', shop.stripe.sessionOf(checkout.sessionId)).payload)
  }
  return `${checkout.buyer.email} pays for ${checkout.orderId}: ${isPaid ? 'paid' : 'closed'}`
}

const deliver: Step = async (world) => {
  const { shop, underway } = world
  const payload = pick(world, [...underway])
  if (!payload) return 'no event is under way'
  const answers = await shop.deliver(shop.stripe.sign(payload), 1 + world.random.below(3))
  for (const { statusCode } of answers) checkStatus('an event', statusCode, [200])
  // Else it comes again some time.
  if (world.random.happens(0.7)) underway.delete(payload)
  return `${answers.length} × ${JSON.parse(payload).type}`
}

const comeBack: Step = async (world) => {
  const checkout = pick(world, world.checkouts, 6)
  if (!checkout) return 'nobody comes back'
  const { result } = await checkout.buyer.comeBack()
  return `${checkout.buyer.email} comes back: ${result}`
}

const leave: Step = async (world) => {
  const checkout = pick(world, world.checkouts, 4)
  if (!checkout) return 'nobody leaves'
  const { result } = await checkout.buyer.comeBack(checkout.orderId)
  return `${checkout.buyer.email} leaves the payment of ${checkout.orderId}: ${result}`
}

const payNow: Step = async (world) => {
  const checkout = pick(world, world.checkouts, 4)
  if (!checkout) return 'nothing to pay'
  const answer = await checkout.buyer.payNow(checkout.orderId)
  return checkStatus(`${checkout.buyer.email} presses Pay now for ${checkout.orderId}`, answer.statusCode)
}

const cancel: Step = async (world) => {
  const order = pick(world, world.orders, 6)
  if (!order) return 'nothing to cancel'
  const answer = await order.buyer.cancel(order.id)
  return checkStatus(`${order.buyer.email} cancels ${order.id}`, answer.statusCode)
}

const sellerMoves: Step = async (world) => {
  const order = pick(world, world.orders, 10)
  if (!order) return 'nothing to move'
  const { status } = await order.buyer.seen(order.id)
  const next = movesBy('seller', status)
  const to = world.random.happens(0.75) ? next[0] : next.at(-1)
  if (!to) return `${order.id} stays ${status}`
  const restock = world.random.happens(0.7)
  const call = world.seller.api(moveOrder, { params: { id: order.id }, body: { status: to, restock } })
  return tried(`the seller moves ${order.id} from ${status} to ${to}`, call)
}

const sellerRefunds: Step = async (world) => {
  const order = pick(world, world.orders, 12)
  if (!order) return 'nothing to refund'
  const { items } = await order.buyer.seen(order.id)
  const item = pick(world, items)
  const isWhole = !item || world.random.happens(0.3)
  const lines = item && [{ product: item.product._id, quantity: 1 + world.random.below(2) }]
  const way = world.random.happens(0.3)
    ? { method: 'upi' as const, reference: `transfer ${world.random.below(1000)}` }
    : {}
  const body = { ...(isWhole ? {} : { lines }), ...way }
  const call = () => world.seller.api(refundOrder, { params: { id: order.id }, body })
  const results = await Promise.all(
    Array.from({ length: world.random.happens(0.2) ? 2 : 1 }, () => tried(isWhole ? 'all' : 'a line', call())),
  )
  return `the seller refunds ${order.id}, ${results}`
}

const sellerTakesCash: Step = async (world) => {
  const order = pick(world, world.orders, 12)
  if (!order) return 'no cash to take'
  const params = { id: order.id }
  if (world.random.happens(0.7))
    return tried(`the seller takes the cash of ${order.id}`, world.seller.api(markCashReceived, { params }))
  return tried(`the seller gives the cash of ${order.id} back`, world.seller.api(undoCashReceived, { params }))
}

const bankSendsBack: Step = (world) => {
  const { shop, underway } = world
  const refund = pick(
    world,
    shop.stripe.refunds.filter(({ status }) => status === 'succeeded'),
    5,
  )
  if (!refund) return 'no refund to send back'
  underway.add(shop.stripe.event('refund.failed', shop.stripe.failRefund(refund.id)).payload)
  return `the bank sends back ${refund.id}`
}

const timeGoesBy: Step = (world) => {
  const { shop, underway, told } = world
  const minutes = world.random.happens(0.8) ? world.random.below(6) : 25 + world.random.below(20)
  shop.pass(minutes)
  for (const { sessionId } of world.checkouts) {
    const session = shop.stripe.sessionOf(sessionId)
    if (session.status !== 'expired' || told.has(sessionId)) continue
    told.add(sessionId)
    if (world.random.happens(0.7)) underway.add(shop.stripe.event('checkout.session.expired', session).payload)
  }
  return `${minutes} minutes go by`
}

const troubleBegins: Step = (world) => {
  const fault = pick(world, troubles) ?? 'final error'
  // Only refunds are ever refused for good.
  const only = fault === 'refusal' ? 'refund' : undefined
  world.shop.stripe.fail(fault, { ...(only ? { only } : {}), times: 1 + world.random.below(6) })
  return `Stripe is in trouble: ${fault}`
}

const answerGetsLost: Step = (world) => {
  world.shop.stripe.fail('lost', { times: 1 })
  return 'an answer of Stripe will be lost'
}

const troubleEnds: Step = (world) => {
  world.shop.stripe.heal()
  return 'Stripe is well'
}

const shopWorks: Step = async (world) => {
  const { deps } = pick(world, [world.shop.app, ...world.shop.others]) ?? world.shop.app
  for (const job of ['payments', 'papers']) await deps.jobs.run(job)
  return 'the shop looks after its payments'
}

/** These change what later steps are about: one at a time. */
const alone: readonly [Step, number][] = [
  [fillCart, 14],
  [timeGoesBy, 12],
  [restock, 6],
]
/** How often each happens, against the others. */
const together: readonly [Step, number][] = [
  [orderOnline, 22],
  [orderCod, 4],
  [pay, 16],
  [deliver, 16],
  [comeBack, 6],
  [leave, 3],
  [payNow, 3],
  [cancel, 4],
  [sellerMoves, 8],
  [sellerMovesParcels, 10],
  [sellerLetsGo, 1],
  [sellerRefunds, 6],
  [sellerTakesCash, 4],
  [bankSendsBack, 1],
  [troubleBegins, 3],
  [answerGetsLost, 0.3],
  [troubleEnds, 5],
  [shopWorks, 8],
]

function chooseStep(world: World, from: readonly [Step, number][]) {
  let rest = world.random.fraction() * from.reduce((sum, [, weight]) => sum + weight, 0)
  const chosen = from.find(([, weight]) => {
    rest -= weight
    return rest < 0
  })
  return chosen?.[0] ?? shopWorks
}

/** One step, or some at the same time; what happened, a line each. */
export async function nextSteps(world: World): Promise<string[]> {
  if (world.random.happens(0.4)) {
    const step = chooseStep(world, [...alone, ...together])
    return [await step(world)]
  }
  const count = 2 + world.random.below(5)
  const steps = Array.from({ length: count }, () => chooseStep(world, together))
  return Promise.all(steps.map((step) => step(world)))
}

/** Everything comes to its end: Stripe is well, what was under way arrives, holds run out, refunds that failed are made again. */
export async function settleAll({ shop, underway, orders }: World) {
  shop.stripe.heal()
  for (const payload of underway) await shop.deliver(shop.stripe.sign(payload))
  for (let hours = 0; hours < 30; hours += 1) {
    shop.pass(60)
    await shop.work()
  }
  const seller = await shop.seller({ staysProved: true })
  for (const { id, buyer } of orders) {
    const { status, paymentType, isPaid, amount, refunded, wrongPayment } = await buyer.seen(id)
    if (wrongPayment?.refund === 'failed') await seller.api(refundOrder, { params: { id }, body: {} })
    if (isOff(status) && paymentType === 'Online' && isPaid && refunded < amount)
      await seller.api(refundOrder, { params: { id }, body: {} })
  }
  await shop.work()
}
