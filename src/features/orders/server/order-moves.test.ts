import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { updateCart } from '#features/cart/cart.contract.ts'
import { bringTo } from '#features/orders/testing/parcels.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { findMove, type MoveEffect, moveOf, movesBy, parcelMoves } from '../orders.moves.ts'
import { type OrderActor, type OrderStatus, orderActors, orderStatuses } from '../orders.states.ts'
import { orderStatusOf, type ParcelStatus, toParcelStatus } from '../parcels/parcels.states.ts'
import { parcelsOf } from '../parcels/server/parcel-rows.ts'
import { stepParcels } from '../parcels/server/step-parcels.ts'
import { refundMoves, refundStates } from '../refunds/refunds.states.ts'
import { insertRefund, moveRefund } from '../refunds/server/refunds.ts'
import { moveLocked } from './move-order.ts'
import { isPlaced } from './order-history.ts'
import { lockOrder } from './order-row.ts'

// Walks through the tables: what is not in them is refused, what is has all its effects.

const LATER = 9_000_000_000_000
let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop()
  shopper = await shop.shopper()
  // They would do at once what a move leaves to them: its effects are seen before.
  await shop.deps.jobs.stop()
})
afterAll(() => shop.close())

/** An order of one piece of three that was paid online, in this state, its checkout open; the cart has the piece again. */
async function orderIn(status: OrderStatus) {
  const product = await shop.product({ stock: 3, offerPricePaise: 100_00 })
  const payload = { items: [{ product, quantity: 1 }], address: shopper.address._id }
  const placed = await shopper.send({ method: 'POST', url: '/api/order/cod', payload })
  const id: string = placed.json().orderId
  await bringTo(shop, id, { status, isPaid: true, paymentType: 'Online' })
  await shop.db
    .insertInto('payments')
    .values({
      ...{ id: `payment of ${id}`, order_id: id, provider: 'test', session_id: null, url: null, state: 'open' },
      ...{ reference: null, expires_at: LATER, hold_until: LATER, due_at: LATER },
    })
    .execute()
  await shopper.api(updateCart, { body: { cartItems: { [product]: 1 } } })
  return { id, product }
}

const move = (id: string, to: OrderStatus, actor: OrderActor) =>
  transact(shop.deps, async (tx) => moveLocked(shop.deps, tx, await lockOrder(tx, id), to, { actor }))

/** What happened to an order since it was placed. */
async function eventsOf(id: string) {
  const events = shop.db.selectFrom('order_events').selectAll().where('order_id', '=', id)
  return (await events.orderBy('number').execute()).filter((event) => !isPlaced(event))
}

/** All that a move may touch. */
async function look({ id, product }: { id: string; product: string }) {
  const { db } = shop
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const line = await db.selectFrom('order_lines').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const { stock } = await db.selectFrom('products').select('stock').where('id', '=', product).executeTakeFirstOrThrow()
  const events = await eventsOf(id)
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
  const payment = await db.selectFrom('payments').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const cart = await db.selectFrom('carts').select('items').where('user_id', '=', shopper.user._id).executeTakeFirst()
  const mails = (await shop.mailsTo(shopper.email)).filter(({ subject }) => subject.includes(`#${order.number}`))
  return {
    status: order.status,
    parcels: (await parcelsOf(db, id)).map(({ status }) => status),
    stock,
    restocked: line.restocked,
    writtenOff: line.written_off,
    moves: events.flatMap(({ actor, status }) => (status === null ? [] : [{ actor, status }])),
    refunds: refunds.map(({ state, amount_minor }) => ({ state, amount_minor })),
    isCheckoutDue: payment.due_at < LATER,
    isInCart: cart?.items.includes(product) ?? false,
    mails: mails.length,
  }
}

interface Move {
  effects: readonly MoveEffect[]
  mail?: string
}

/** What an order of one piece is after the move, and what was not touched is as before. `good`: it can be sold. */
function expectedAfter(before: Awaited<ReturnType<typeof look>>, { effects, mail }: Move, good: boolean) {
  const does = new Set(effects)
  const isBack = does.has('goods back') || (does.has('goods looked at') && good)
  const isWrittenOff = does.has('goods lost') || (does.has('goods looked at') && !good)
  return {
    ...before,
    stock: isBack ? 3 : 2,
    restocked: isBack ? 1 : 0,
    writtenOff: isWrittenOff ? 1 : does.has('goods found') ? 0 : before.writtenOff,
    refunds: does.has('money back') ? [{ state: 'queued', amount_minor: 102_00 }] : [],
    isCheckoutDue: does.has('closes checkout'),
    isInCart: !does.has('empties cart'),
    mails: before.mails + (mail ? 1 : 0),
  }
}

/** The jobs that are to go on. */
const expectedWakes = ({ effects, mail }: Move, isInStock: boolean) => [
  ...(mail ? ['mails'] : []),
  'order events',
  ...(effects.includes('closes checkout') ? ['payments'] : []),
  ...(isInStock ? ['stock alerts'] : []),
]

async function wakesOf(work: () => Promise<unknown>) {
  const wake = vi.spyOn(shop.deps.jobs, 'wake')
  await work()
  const woken = wake.mock.calls.map(([name]) => name)
  wake.mockRestore()
  return [...new Set(woken)].sort()
}

describe.each(orderActors)('the %s', (actor) => {
  const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ from, to })))

  it('makes no move of an order that is not in the table', async () => {
    const order = await orderIn('Order Placed')
    for (const { from, to } of pairs.filter(({ from, to }) => !movesBy(actor, from).includes(to))) {
      await bringTo(shop, order.id, { status: from, isPaid: true, paymentType: 'Online' })
      const before = await look(order)
      await expect(move(order.id, to, actor), `${from} -> ${to}`).rejects.toMatchObject({ code: 'CANNOT_MOVE' })
      expect(await look(order)).toEqual(before)
    }
  })

  it('makes each that is, with all its effects and no other', async () => {
    for (const { from, to } of pairs.filter(({ from, to }) => movesBy(actor, from).includes(to))) {
      const parcelStatus = toParcelStatus(from)
      const found: Move | undefined = parcelStatus ? moveOf(parcelStatus, to) : findMove(from, to, actor)
      if (!found) throw new Error(`${from} -> ${to} is in neither table`)
      const order = await orderIn(from)
      const before = await look(order)
      const woken = await wakesOf(() => move(order.id, to, actor))
      const after = { ...expectedAfter(before, found, true), status: to, moves: [{ actor, status: to }] }
      const parcels = toParcelStatus(to) ?? (parcelStatus && 'Cancelled')
      expect(await look(order), `${from} -> ${to}`).toEqual({ ...after, parcels: parcels ? [parcels] : [] })
      expect(found.effects.includes('makes parcels')).toBe(before.parcels.length === 0 && parcels !== undefined)
      expect(woken, `${from} -> ${to}`).toEqual(expectedWakes(found, after.stock === 3))
    }
  })
})

describe('a parcel', () => {
  const cells = parcelMoves.flatMap(({ from, to }) =>
    from.flatMap((status) => [true, false].map((good) => ({ from: status, to, good }))),
  )

  /** An order whose one parcel is in this state; what is lost is written off. */
  async function orderWithParcel(status: ParcelStatus) {
    const order = await orderIn('Shipped')
    await shop.db
      .updateTable('orders')
      .set({ status: orderStatusOf([{ status }]) })
      .where('id', '=', order.id)
      .execute()
    await shop.db.updateTable('parcels').set({ status }).where('order_id', '=', order.id).execute()
    if (status === 'Lost')
      await shop.db.updateTable('order_lines').set({ written_off: 1 }).where('order_id', '=', order.id).execute()
    return order
  }

  it.each(cells)('that is $from becomes $to (good: $good) with the effects of its row and no other', async (cell) => {
    const { from, to, good } = cell
    const order = await orderWithParcel(from)
    const before = await look(order)
    const woken = await wakesOf(() =>
      transact(shop.deps, async (tx) => {
        const parcels = await parcelsOf(tx, order.id)
        const step = { parcels, moved: parcels, to, good }
        await stepParcels(shop.deps, tx, await lockOrder(tx, order.id), step, { actor: 'seller' })
      }),
    )
    const row = moveOf(from, to)
    const status = orderStatusOf([{ status: to }])
    const moves = status === before.status ? [] : [{ actor: 'seller', status }]
    const after = { ...expectedAfter(before, row, good), status, moves, parcels: [to] }
    expect(await look(order)).toEqual(after)
    expect(woken).toEqual(expectedWakes(row, after.stock === 3))
  })
})

describe('a refund', () => {
  const pairs = refundStates.flatMap((from) => (['done', 'failed'] as const).map((to) => ({ from, to })))

  it.each(pairs)('that is $from and would be $to follows the table', async ({ from, to }) => {
    const order = await orderIn('Delivered')
    const row = { id: `refund of ${order.id}`, order_id: order.id, amount_minor: paise(102_00) }
    await transact(shop.deps, (tx) => insertRefund(tx, shop.deps.now(), { ...row, state: from, quantities: '{"0":1}' }))
    const lines = shop.db.selectFrom('order_lines').where('order_id', '=', order.id)
    await shop.db.updateTable('order_lines').set({ refunded: 1 }).where('order_id', '=', order.id).execute()
    for (const _ of ['once', 'again']) await moveRefund(shop.deps, row.id, to, 'of the service')

    const mayMove = refundMoves[to].from.includes(from)
    const refund = await shop.db.selectFrom('refunds').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    expect(refund.state).toBe(mayMove ? to : from)
    expect(refund.done_at !== null).toBe(refund.state === 'done')
    const hasPiecesBack = mayMove && refundMoves[to].hasPiecesBack
    expect(await lines.select('refunded').execute()).toEqual([{ refunded: hasPiecesBack ? 0 : 1 }])
    const events = await eventsOf(order.id)
    const said = {
      actor: refundMoves[to].by,
      kind: refundMoves[to].kind,
      details: JSON.stringify({ amount: 102_00, currency: 'inr' }),
    }
    expect(events).toMatchObject(mayMove ? [said] : [])
  })
})
