import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#kernel/background.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import {
  type PaymentHappening,
  type PaymentState,
  paymentHappenings,
  paymentMoves,
  paymentStates,
} from '../payments.states.ts'
import { lockPayment, movePayment } from './move-payment.ts'

// Walks through the table of moves: what is not in it changes nothing, what is has its effect.

const LATER = 9_000_000_000_000
const money = { amount: 102_00, currency: 'inr', reference: 'of the service' }
let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

/** The payment of an order that awaits it, in this state. */
async function paymentIn(state: PaymentState, reference: string | null = null) {
  const shopper = await shop.shopper()
  const product = await shop.product({ offerPricePaise: 100_00 })
  const payload = { items: [{ product, quantity: 1 }], address: shopper.address._id }
  const placed = await shopper.send({ method: 'POST', url: '/api/order/stripe', payload })
  const id: string = placed.json().orderId
  const row = { state, reference, due_at: LATER }
  await shop.db.updateTable('payments').set(row).where('order_id', '=', id).execute()
  return id
}

const happens = (id: string, happening: PaymentHappening) =>
  transact(shop.deps, async (tx) => {
    const locked = await lockPayment(tx, 'order_id', id)
    const came = happening.startsWith('paid') ? money : undefined
    return locked && movePayment(shop.deps, tx, locked, happening, came)
  })

async function look(id: string) {
  const { db } = shop
  const payment = await db.selectFrom('payments').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    state: payment.state,
    reference: payment.reference,
    isDue: payment.due_at < LATER,
    order: order.status,
    isPaid: order.is_paid === 1,
    refunds: refunds.map(({ purpose, amount_minor }) => ({ purpose, amount_minor })),
  }
}

const none = { order: 'Awaiting payment', isPaid: false, isDue: false, refunds: [] }
/** A checkout is closed with the order that is cancelled, if there still is one. */
const effects = {
  'order is paid': { order: 'Order Placed', isPaid: true },
  'all is refunded': { order: 'Cancelled', isDue: true, refunds: [{ purpose: 'payment', amount_minor: 102_00 }] },
  'order is cancelled': { order: 'Cancelled', isDue: true },
  'checkout is closed': { isDue: true },
}

describe.each(paymentHappenings)('a payment that is %s', (happening) => {
  const { from, to, effect } = paymentMoves[happening]
  const reference = happening.startsWith('paid') ? money.reference : null

  it.each(paymentStates)('and was %s follows the table', async (state) => {
    const id = await paymentIn(state)
    const mayMove = from.includes(state)
    expect(await happens(id, happening)).toBe(mayMove)
    const moved = { ...none, state: to, reference, ...(effect ? effects[effect] : {}) }
    expect(await look(id)).toEqual(mayMove ? moved : { ...none, state, reference: null })
  })

  it('does not move when it was booked before', async () => {
    for (const state of paymentStates) {
      const id = await paymentIn(state, 'booked')
      expect(await happens(id, happening)).toBe(false)
      expect(await look(id)).toEqual({ ...none, state, reference: 'booked' })
    }
  })
})
