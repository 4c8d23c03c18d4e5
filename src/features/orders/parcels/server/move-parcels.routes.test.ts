import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, getSellerOrder } from '../../orders.contract.ts'
import { MAX_MOVED } from '../../orders.desk.ts'
import { parcelMovesBy } from '../../orders.moves.ts'
import type { OrderStatus } from '../../orders.states.ts'
import { moveOrder, refundOrder } from '../../seller-orders.contract.ts'
import { order, stockOf } from '../../testing/order.ts'
import { bringTo, producer } from '../../testing/parcels.ts'
import { type MoveTarget, moveParcels, moveTargets } from '../parcels.contract.ts'
import { parcelStatuses } from '../parcels.states.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let asha: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  asha = await producer(shop, 'Asha Silk')
})
afterAll(() => shop.close())

interface Wanted {
  status?: OrderStatus
  paymentType?: 'COD' | 'Online'
  isPaid?: boolean
}

/** Two bowls from the shop (₹100 each, of 10) and three scarfs from a producer (₹50 each, not counted): two parcels. */
async function twoParcels({ status = 'Confirmed', ...payment }: Wanted = {}) {
  const shopper = await shop.shopper()
  const bowl = await shop.product({ offerPricePaise: 100_00, stock: 10 })
  const scarf = await shop.product({ offerPricePaise: 50_00, producerId: asha })
  const answer = await order(shopper, [
    { product: bowl, quantity: 2 },
    { product: scarf, quantity: 3 },
  ])
  const id: string = answer.json().orderId
  await bringTo(shop, id, { status, ...payment })
  const seen = async () => (await seller.api(getSellerOrder, { params: { id } })).order
  const ids = (await seen()).parcels.map(({ _id }) => _id)
  const [first = '', second = ''] = ids
  const subjects = async () =>
    (await shop.mailsTo(shopper.email)).flatMap(({ subject }) => /^Your Haat order #\d+ ?(.*)/.exec(subject)?.[1] ?? [])
  return { id, shopper, bowl, scarf, seen, first, second, subjects }
}

const move = (to: MoveTarget, items: { orders?: string[]; parcels?: string[] }, good?: boolean) =>
  seller.api(moveParcels, { body: { to, ...items, ...(good === undefined ? {} : { good }) } })
const statuses = (order: { parcels: readonly { status: string }[] }) => order.parcels.map(({ status }) => status)

describe('the steps of a parcel', () => {
  const pairs = parcelStatuses.flatMap((from) =>
    moveTargets.filter((to) => to !== 'Confirmed').map((to) => ({ from, to })),
  )

  it('are those of the table; any other is refused and says what the parcel is', async () => {
    const { first, second } = await twoParcels({ status: 'Shipped' })
    for (const { from, to } of pairs) {
      // The other parcel keeps the order where such a step can be made.
      const other = from === 'To pack' || from === 'Packed' ? 'Packed' : 'Shipped'
      await shop.db.updateTable('parcels').set({ status: from }).where('id', '=', first).execute()
      await shop.db.updateTable('parcels').set({ status: other }).where('id', '=', second).execute()
      const { results } = await move(to, { parcels: [first] }, to === 'Returned' ? true : undefined)
      const ok = from === to || parcelMovesBy('seller', from, false).some((goal) => goal === to)
      expect(results, `${from} -> ${to}`).toMatchObject([{ _id: first, ok }])
      if (!ok)
        expect(results[0]?.message).toMatch(
          new RegExp(`^Parcel H\\d+-1 is ${from.toLowerCase()} now.*, and cannot become ${to.toLowerCase()}`),
        )
    }
  })

  it('take the order along: it is what its least advanced parcel is', async () => {
    const { id, seen, first, second, subjects } = await twoParcels()
    await move('Packed', { parcels: [first] })
    expect(await seen()).toMatchObject({ status: 'Confirmed' })
    await move('Shipped', { parcels: [first] })
    await move('Packed', { parcels: [second] })
    expect(await seen()).toMatchObject({ status: 'Packed' })
    const { results } = await move('Shipped', { orders: [id] })
    expect(results[0]?.message).toMatch(/^Order \d+ is shipped$/)
    await move('Delivered', { parcels: [first, second] })
    const after = await seen()
    expect([after.status, ...statuses(after)]).toEqual(['Delivered', 'Delivered', 'Delivered'])
    expect(after.history.map(({ text, parcel, status }) => [text, parcel, status]).slice(1)).toEqual([
      ['Parcel 1: Packed', 1, undefined],
      ['Parcel 1: Shipped', 1, undefined],
      ['Parcel 2: Packed', 2, 'Packed'],
      ['Parcel 2: Shipped', 2, 'Shipped'],
      ['Delivered', undefined, 'Delivered'],
    ])
    expect(await subjects()).toEqual([
      '',
      '(parcel 1 of 2) is on its way',
      '(parcel 2 of 2) is on its way',
      'was delivered',
    ])
  })

  it('of an order move all that are behind', async () => {
    const { id, seen, first } = await twoParcels({ status: 'Packed' })
    await move('Shipped', { parcels: [first] })
    await move('Delivered', { parcels: [first] })
    await seller.api(moveOrder, { params: { id }, body: { status: 'Shipped' } })
    expect(statuses(await seen())).toEqual(['Delivered', 'Shipped'])
    await seller.api(moveOrder, { params: { id }, body: { status: 'Returned', restock: false } })
    expect(await seen()).toMatchObject({ status: 'Returned', parcels: [{ restocked: false }, { restocked: false }] })
  })
})

describe('a parcel that does not arrive', () => {
  it('refused: what was paid for it by card goes back, and somebody has to look at it when it comes', async () => {
    const { bowl, seen, first, second, subjects } = await twoParcels({
      status: 'Shipped',
      paymentType: 'Online',
      isPaid: true,
    })
    await move('Delivered', { parcels: [second] })
    await move('Refused', { parcels: [first] })
    expect(await seen()).toMatchObject({ status: 'Delivered', hasProblem: true, refunded: 204_00 })
    expect((await stockOf(shop, bowl)).stock).toBe(8)
    await move('Returned', { parcels: [first] }, true)
    await move('Returned', { parcels: [first] }, false)
    const after = await seen()
    expect(after).toMatchObject({ status: 'Delivered', hasProblem: false, refunded: 204_00 })
    expect(after.parcels).toMatchObject([{ status: 'Returned', restocked: true }, { status: 'Delivered' }])
    expect((await stockOf(shop, bowl)).stock).toBe(10)
    expect(await subjects()).toEqual([
      ...['is paid', '(parcel 2 of 2) was delivered', '(parcel 1 of 2) could not be delivered'],
      '(parcel 1 of 2) came back to us',
    ])
  })

  it('lost: written off, and in stock again when it is found', async () => {
    const { bowl, seen, id, first, second } = await twoParcels({ status: 'Shipped' })
    await move('Lost', { parcels: [first] })
    expect(await seen()).toMatchObject({ status: 'Shipped', hasProblem: false })
    await move('Returned', { parcels: [second] }, true)
    expect(await seen()).toMatchObject({ status: 'Returned' })
    expect((await stockOf(shop, bowl)).stock).toBe(8)
    const lines = () =>
      shop.db
        .selectFrom('order_lines')
        .select(['restocked', 'written_off'])
        .where('order_id', '=', id)
        .orderBy('position')
        .execute()
    expect(await lines()).toEqual([
      { restocked: 0, written_off: 2 },
      { restocked: 3, written_off: 0 },
    ])
    await move('Returned', { parcels: [first] }, true)
    expect((await stockOf(shop, bowl)).stock).toBe(10)
    expect((await lines())[0]).toEqual({ restocked: 2, written_off: 0 })
  })

  it('of a cash order owes nothing, and cannot be refunded', async () => {
    const { id, seen, first } = await twoParcels({ status: 'Shipped' })
    await move('Refused', { orders: [id] })
    const refused = await seen()
    expect(refused).toMatchObject({ status: 'Shipped', hasProblem: true, isPaid: false })
    await move('Lost', { parcels: [first] })
    await move('Returned', { orders: [id] }, false)
    expect(await seen()).toMatchObject({ status: 'Returned', hasProblem: false, isPaid: false })
    const body = { method: 'upi', reference: 'UPI 1' } as const
    await expect(seller.api(refundOrder, { params: { id }, body })).rejects.toMatchObject({ code: 'CANNOT_REFUND' })
  })
})

describe('an order that is cancelled', () => {
  it('cancels its parcels', async () => {
    const { id, shopper, bowl, seen, first } = await twoParcels()
    await move('Packed', { parcels: [first] })
    await shopper.api(cancelOrder, { params: { id } })
    expect(await seen()).toMatchObject({
      status: 'Cancelled',
      parcels: [{ status: 'Cancelled' }, { status: 'Cancelled' }],
    })
    expect((await stockOf(shop, bowl)).stock).toBe(10)
  })

  it('is refused once a parcel has left', async () => {
    const { id, shopper, seen, first } = await twoParcels()
    await move('Packed', { parcels: [first] })
    await move('Shipped', { parcels: [first] })
    await expect(shopper.api(cancelOrder, { params: { id } })).rejects.toMatchObject({
      message: 'This order is shipped and can no longer be cancelled',
    })
    await expect(seller.api(moveOrder, { params: { id }, body: { status: 'Cancelled' } })).rejects.toMatchObject({
      code: 'CANNOT_MOVE',
    })
    expect(statuses(await seen())).toEqual(['Shipped', 'To pack'])
  })
})

describe('moving many', () => {
  it('tells of each how it went, in the order that was asked for', async () => {
    const [fresh, packed, shipped] = [
      await twoParcels({ status: 'Order Placed' }),
      await twoParcels({ status: 'Packed' }),
      await twoParcels({ status: 'Shipped' }),
    ]
    await move('Delivered', { orders: [shipped.id] })
    const [noOrder, noParcel] = [newId(), newId()]
    const { message, results } = await move('Shipped', {
      orders: [shipped.id, noOrder, packed.id, fresh.id],
      parcels: [noParcel, packed.first],
    })
    expect(message).toBe('2 of 6 are shipped')
    expect(results.map(({ _id, ok }) => [_id, ok])).toEqual([
      [shipped.id, false],
      [noOrder, false],
      [packed.id, true],
      [fresh.id, false],
      [noParcel, false],
      [packed.first, true],
    ])
    expect(results[0]?.message).toMatch(
      /^Order \d+ is Delivered now, changed by seller@example\.com on .* at \d\d:\d\d, and cannot become shipped\. Nothing was changed just now$/,
    )
    expect(results[1]?.message).toBe('This order was not found')
    expect(results[4]?.message).toBe('This parcel was not found')
  })

  it.each([
    ['nothing', { to: 'Packed' }],
    ['an unknown step', { to: 'Cancelled', orders: ['x'] }],
    ['parcels that are to be confirmed', { to: 'Confirmed', parcels: ['x'] }],
    ['goods of which nobody says whether they are good', { to: 'Returned', orders: ['x'] }],
    ['more than 300', { to: 'Packed', orders: Array(200).fill('x'), parcels: Array(101).fill('x') }],
  ])('is refused for %s', async (_, payload) => {
    expect((await seller.send({ method: 'POST', url: '/api/parcel/move', payload })).statusCode).toBe(400)
  })

  it('two people at once, as many as one call takes: one effect, and both are told the truth', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product({ offerPricePaise: 10_00 })
    const ids: string[] = []
    for (let at = 0; at < MAX_MOVED; at += 1)
      ids.push((await order(shopper, [{ product, quantity: at + 1 }])).json().orderId)
    const steps: MoveTarget[] = ['Confirmed', 'Packed', 'Shipped', 'Delivered']
    for (const to of steps) {
      const answers = await Promise.all([move(to, { orders: ids }), move(to, { orders: ids.toReversed() })])
      const results = answers.flatMap((answer) => answer.results)
      expect(results.every(({ ok }) => ok)).toBe(true)
      const toldSo = results.filter(({ message }) => !message.endsWith('already')).map(({ _id }) => _id)
      expect(toldSo.sort(), 'each order is moved for one of them').toEqual(ids.toSorted())
      const { count } = await shop.db
        .selectFrom('order_events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('order_id', 'in', ids)
        .where('status', '=', to as OrderStatus)
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(ids.length)
    }
    const late = await move('Packed', { orders: ids.slice(0, 1) })
    expect(late.results).toMatchObject([{ ok: false }])
  })
})
