import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { markCashReceived, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { owe } from '#features/payouts/testing/payouts.ts'
import { newId } from '#shared/ids.ts'
import { paise, sumOf } from '#shared/money.ts'
import { says } from '#testing/says.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { maker } from '../../testing/maker.ts'
import { getOwnMoney, type OwnSale } from '../money.contract.ts'

const goods = { savita: 'Savita’s Bowl', unstated: 'Savita’s Lamp', imran: 'Imran’s Planter' }

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
type Maker = Awaited<ReturnType<typeof maker>>
let savita: Maker
let imran: Maker
const products: Record<keyof typeof goods, string> = { savita: '', unstated: '', imran: '' }

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
  shopper = await shop.shopper('Ananya Rao')
  savita = await maker(shop, office, { producer: await producer(shop, 'Workshop of Savita') })
  // The shop sends for this one.
  imran = await maker(shop, office, { producer: await producer(shop, 'Workshop of Imran', { sends: false }) })
  const add = async (of: keyof typeof goods, { producer: producerId }: Maker, offer: number, price?: number) => {
    products[of] = await shop.product({ name: goods[of], producerId, offerPricePaise: offer, stock: 100 })
    if (price === undefined) return
    const prices = { maker_price_paise: paise(price), costs_paise: paise(10_00) }
    await shop.db.updateTable('products').set(prices).where('id', '=', products[of]).execute()
  }
  await add('savita', savita, 99_99, 55_55)
  await add('unstated', savita, 44_00)
  await add('imran', imran, 777_00, 500_00)
})
afterAll(() => shop.close())

async function placed(items: Partial<Record<keyof typeof goods, number>>) {
  const wanted = Object.entries(items).map(([of, quantity]) => ({
    product: products[of as keyof typeof goods],
    quantity,
  }))
  const { orderId } = await shopper.api(placeCodOrder, {
    headers: { 'idempotency-key': newId() },
    body: { items: wanted, address: shopper.address._id },
  })
  return orderId
}

async function move(order: string, ...steps: ('Confirmed' | 'Packed' | 'Shipped' | 'Delivered')[]) {
  for (const to of steps) {
    const { results } = await office.api(moveParcels, { body: { orders: [order], to } })
    expect(results.every(({ ok }) => ok)).toBe(true)
  }
}

async function delivered(order: string) {
  await move(order, 'Delivered')
  await office.api(markCashReceived, { params: { id: order } })
  await writeLedger(shop.deps)
}

const onTheWay = async ({ api }: Maker) => (await api(getOwnMoney)).onTheWay
const priceOf = ({ shares }: OwnSale) => shares && sumOf(Object.values(shares))

it('a maker’s money goes its way: with the courier, then sold, and each sale with how its price is shared', async () => {
  const order = await placed({ savita: 3, unstated: 1, imran: 1 })
  await move(order, 'Confirmed', 'Packed')
  expect(await onTheWay(savita)).toEqual({ amount: 0, parcels: 0 })
  await move(order, 'Shipped')
  // 166.65 of the price, and 103.32 of profit less 5.16 for the community and 10.33 for the shop.
  expect(await onTheWay(savita)).toEqual({ amount: 254_48, parcels: 1 })
  expect(await onTheWay(imran)).toEqual({ amount: 726_95, parcels: 1 })
  expect((await savita.api(getOwnMoney)).earned).toBeNull()

  await delivered(order)
  const sold = await savita.api(getOwnMoney)
  expect(sold).toMatchObject({
    ...{ onTheWay: { amount: 0, parcels: 0 }, due: 0, later: 254_48, total: 1 },
    earned: { amount: 254_48, orders: 1 },
    sales: [{ piece: goods.savita, quantity: 3, amount: 254_48, state: 'later' }],
  })
  expect(sold.laterFrom).toEqual(sold.sales[0]?.dueFrom)
  const shares = { maker: 166_65, producer: 87_83, costs: 30_00, community: 5_16, shop: 10_33 }
  expect(sold.sales[0]?.shares).toEqual(shares)

  const body = { lines: [{ product: products.savita, quantity: 1 }], method: 'upi' as const, reference: 'UPI 1' }
  await office.api(refundOrder, { params: { id: order }, body })
  await writeLedger(shop.deps)
  const { sales, earned, later } = await savita.api(getOwnMoney)
  expect(sales.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['return', -1],
    ['sale', 3],
  ])
  expect(sales.map(priceOf)).toEqual([-99_99, 3 * 99_99])
  for (const sale of sales) expect(sale.amount).toBe((sale.shares?.maker ?? 0) + (sale.shares?.producer ?? 0))
  expect(sales[0]?.shares?.maker).toBe(-55_55)
  expect([earned?.amount, later]).toEqual([sumOf(sales.map(({ amount }) => amount)), earned?.amount])
})

it('what came back, or was refunded, of a parcel on its way does not count', async () => {
  const order = await placed({ savita: 3 })
  await move(order, 'Confirmed', 'Packed', 'Shipped')
  const lines = shop.db.updateTable('order_lines').where('order_id', '=', order)
  await lines.set({ refunded: 1 }).execute()
  // 254.48 less 84.83, as a return of one piece of three is entered.
  expect(await onTheWay(savita)).toEqual({ amount: 169_65, parcels: 1 })
  await lines.set({ restocked: 1, written_off: 1 }).execute()
  // Less 169.66 for two.
  expect(await onTheWay(savita)).toEqual({ amount: 84_82, parcels: 1 })
  await lines.set({ refunded: 3 }).execute()
  expect(await onTheWay(savita)).toEqual({ amount: 0, parcels: 0 })
})

it('an entry of no line, or of a line that is another’s, has no piece of it', async () => {
  const before = (await imran.api(getOwnMoney)).total
  const order = await placed({ savita: 1, imran: 1 })
  await move(order, 'Confirmed')
  const lines = shop.db.selectFrom('order_lines').where('order_id', '=', order)
  const { position } = await lines
    .select('position')
    .where('producer_id', '=', savita.producer)
    .executeTakeFirstOrThrow()
  await owe(shop.deps, imran.producer, 12_00, { order: { id: order, line: position + 1 } })
  await owe(shop.deps, imran.producer, 34_00)
  const answer = await imran.send({ method: 'GET', url: '/api/workshop/money' })
  const { sales, total } = await imran.api(getOwnMoney)
  expect(total).toBe(before + 2)
  expect(sales.slice(0, 2)).toMatchObject([
    { amount: 34_00, piece: null, picture: null, shares: null },
    { amount: 12_00, piece: null, picture: null },
  ])
  const secrets = ['Savita', '99.99', '55.55', '166.65', '254.48', 'Ananya', shopper.email, order]
  expect(secrets.filter((secret) => says(answer.body, secret))).toEqual([])
})
