import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { moneyProblemKinds } from '#features/orders/money-problems.kinds.ts'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { movesBy, parcelMoves } from '#features/orders/orders.moves.ts'
import { endedStatuses, orderActors, orderStatuses } from '#features/orders/orders.states.ts'
import { ordersEn } from '#features/orders/orders.words.en.ts'
import { letGoOfCash, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { parcelStatuses } from '#features/orders/parcels/parcels.states.ts'
import { refundMoves, refundStates } from '#features/orders/refunds/refunds.states.ts'
import { bookMoneyTaken } from '#features/orders/refunds/server/refunds.ts'
import { isReturnOpen, returnMoves, returnStates } from '#features/orders/returns.states.ts'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { paymentMoves, paymentStates } from '#features/payments/payments.states.ts'
import { listDue } from '#features/payouts/payouts.contract.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { ask } from '#features/returns/testing/returns.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// A wait that may never end: every state and every hold, with its way out.

/** From each state, can one of the last ones be reached? Those from where none can. */
function deadEnds<State extends string>(
  states: readonly State[],
  next: (state: State) => readonly State[],
  isLast: (state: State) => boolean,
) {
  const ends = (state: State, seen: readonly State[]): boolean =>
    isLast(state) || next(state).some((to) => !seen.includes(to) && ends(to, [...seen, to]))
  return states.filter((state) => !ends(state, [state]))
}

describe('every state that something waits in can be left', () => {
  it('of orders, parcels, returns, refunds and payments', () => {
    const nextOfOrder = (from: (typeof orderStatuses)[number]) => orderActors.flatMap((actor) => movesBy(actor, from))
    expect(deadEnds(orderStatuses, nextOfOrder, (state) => endedStatuses.includes(state))).toEqual([])
    const isParcelDone = (state: (typeof parcelStatuses)[number]) =>
      ['Delivered', 'Returned', 'Cancelled'].includes(state)
    const nextOfParcel = (from: (typeof parcelStatuses)[number]) =>
      parcelMoves.flatMap((move) => (move.from.includes(from) ? [move.to] : []))
    expect(deadEnds(parcelStatuses, nextOfParcel, isParcelDone)).toEqual([])
    const isReturnDone = (state: (typeof returnStates)[number]) => !isReturnOpen(state)
    const nextOfReturn = (from: (typeof returnStates)[number]) =>
      returnMoves.flatMap((move) => (move.from.includes(from) ? [move.to] : []))
    expect(deadEnds(returnStates, nextOfReturn, isReturnDone)).toEqual([])
    const nextOfRefund = (from: (typeof refundStates)[number]) =>
      (['done', 'failed'] as const).filter((to) => refundMoves[to].from.includes(from))
    expect(deadEnds(refundStates, nextOfRefund, (state) => state !== 'queued')).toEqual([])
    const nextOfPayment = (from: (typeof paymentStates)[number]) =>
      Object.values(paymentMoves).flatMap((move) => (move.from.includes(from) ? [move.to] : []))
    expect(deadEnds(paymentStates, nextOfPayment, (state) => state !== 'open')).toEqual([])
  })

  it('of problems with money: each says what there is to do', () => {
    for (const kind of moneyProblemKinds) {
      const said = ordersEn.MONEY_PROBLEM({ kind, amount: 100, currency: 'inr', provider: 'stripe' })
      expect(said).toMatch(/₹1\.00.+\.$/)
    }
  })
})

describe('what is due to a maker', () => {
  let shop: TestShop
  let seller: Awaited<ReturnType<TestShop['seller']>>
  let start: number
  beforeAll(async () => {
    shop = await testShop({ ...sellerSettings, LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001', PAYOUT_MIN: '1' })
  })
  afterAll(() => shop.close())

  async function at(days: number) {
    shop.setClock(new Date(start + days * DAY_MS))
    seller = await shop.seller({ staysProved: true })
  }

  /** A piece at 100 rupees, 60 of them the maker's price. */
  async function made(name: string) {
    const maker = await producer(shop, `${name} ${start}`)
    const product = await shop.product({ producerId: maker, offerPricePaise: paise(100_00), stock: 10 })
    const prices = { maker_price_paise: paise(60_00), costs_paise: paise(0) }
    await shop.db.updateTable('products').set(prices).where('id', '=', product).execute()
    return { maker, product }
  }

  /** A cash order of two pieces, and of `others` in parcels of their own, on its way; and what is due to the maker of the two. */
  async function sent(others: readonly string[] = []) {
    start = Date.now()
    await at(0)
    const { maker, product } = await made('Asha')
    const beside = await Promise.all(others.map(async (name) => ({ product: (await made(name)).product, quantity: 1 })))
    const buyer = await shop.shopper()
    const id = String((await placeOrder(buyer, [{ product, quantity: 2 }, ...beside])).json().orderId)
    for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
      await seller.api(moveOrder, { params: { id }, body: { status } })
    const parcel = async (of = product) => {
      const { order } = await seller.api(getSellerOrder, { params: { id } })
      return order.parcels.find(({ items }) => items.some((item) => item.product === of))?._id ?? ''
    }
    const move = async (to: 'Delivered' | 'Refused' | 'Lost' | 'Returned', good?: boolean, of = product) =>
      seller.api(moveParcels, { body: { parcels: [await parcel(of)], to, ...(good === undefined ? {} : { good }) } })
    async function dueAfter(days: number) {
      await writeLedger(shop.deps)
      await at(days)
      await writeLedger(shop.deps)
      const { balances } = await seller.api(listDue)
      const own = balances.find((one) => one.producer._id === maker)
      return own ? { due: own.due, held: own.held } : undefined
    }
    return { id, product, beside, buyer, parcel, move, dueAfter }
  }

  it('of a cash parcel that was lost does not wait for money that never came', async () => {
    const { move, dueAfter } = await sent()
    await move('Lost')
    expect(await dueAfter(9)).toEqual({ due: 120_00, held: 0 })
  })

  it('of one that was refused and came back broken neither', async () => {
    const { move, dueAfter } = await sent()
    await move('Refused')
    await move('Returned', false)
    expect(await dueAfter(9)).toEqual({ due: 120_00, held: 0 })
  })

  it('of a parcel that was lost does not wait for the return of another one of its order', async () => {
    const { id, beside, buyer, move, dueAfter } = await sent(['Ravi'])
    const [{ product } = { product: '' }] = beside
    await move('Lost')
    await move('Delivered', undefined, product)
    expect((await ask(buyer, { order: id, items: [{ product, quantity: 1 }] })).statusCode).toBe(201)
    expect(await dueAfter(9)).toEqual({ due: 120_00, held: 0 })
  })

  it('waits while a return is open, and no longer, also where the courier lost the cash', async () => {
    const { id, product, buyer, parcel, move, dueAfter } = await sent()
    await move('Delivered')
    const asked = (await ask(buyer, { order: id, items: [{ product, quantity: 1 }] })).json().return
    const params = { id: String(asked._id) }
    await seller.api(letGoOfCash, { params: { id: await parcel() }, body: { reason: 'The courier lost it' } })
    const share = 2 * (60_00 + 34_00)
    expect(await dueAfter(9)).toEqual({ due: 0, held: share })
    await seller.api(moveReturn, { params, body: { to: 'accepted' } })
    await seller.api(moveReturn, { params, body: { to: 'damaged' } })
    expect(await dueAfter(10)).toMatchObject({ held: share })
    await seller.api(moveReturn, { params, body: { to: 'closed', method: 'upi', reference: 'UPI 1' } })
    // One is sold, the other is lost to the shop.
    expect(await dueAfter(11)).toEqual({ due: share - 34_00, held: 0 })
  })

  it('waits for pieces that came back until their money went back, which somebody can do', async () => {
    const { id, move, dueAfter } = await sent()
    await move('Delivered')
    await seller.send({ method: 'POST', url: `/api/order/${id}/cash-received` })
    await move('Returned', true)
    expect(await dueAfter(9)).toMatchObject({ due: 0, held: 2 * 94_00 })
    await seller.api(refundOrder, { params: { id }, body: { method: 'upi', reference: 'UPI 2' } })
    expect((await dueAfter(10))?.held ?? 0).toBe(0)
  })

  it('waits no longer once all of the money was taken otherwise, though nobody said for which pieces', async () => {
    const { id, move, dueAfter } = await sent()
    await move('Delivered')
    await seller.send({ method: 'POST', url: `/api/order/${id}/cash-received` })
    await move('Returned', true)
    expect(await dueAfter(9)).toMatchObject({ held: 2 * 94_00 })
    const taken = { id: 'taken', providerId: 'taken', amount: 204_00, currency: 'inr', at: shop.deps.now() }
    await transact(shop.deps, (tx) => bookMoneyTaken(tx, id, taken))
    expect((await dueAfter(10))?.held ?? 0).toBe(0)
  })
})
