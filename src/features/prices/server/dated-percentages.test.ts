import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { getMyOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { addPercentages, getPercentages, listPercentages, removePercentages } from '../percentages.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let id: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  // Ten in the evening of 23 November in India.
  shop.setClock(new Date('2026-11-23T16:30:00Z'))
  seller = await shop.seller()
  const data = { name: 'Vase', category: 'Pottery-Ceramics', price: 1890, offerPrice: 1590 }
  const shares = { producer: await approvedProducer(shop, seller), makerPrice: 820, costs: 240 }
  const form = await productForm({ ...data, ...shares })
  id = (await seller.send({ method: 'POST', url: '/api/product/add', ...form })).json().product._id
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date('2026-11-23T16:30:00Z')))

const half = { producer: 50, community: 20, shop: 30 }
const add = (body: object) => seller.send({ method: 'POST', url: '/api/ledger/percentages', payload: body })
const remove = (from: string) => seller.send({ method: 'DELETE', url: `/api/ledger/percentages/${from}` })
const version = async () =>
  (await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

describe('the percentages by which the profit is shared', () => {
  it('are 85, 5 and 10 at first', async () => {
    expect(await seller.api(getPercentages)).toMatchObject({ from: '2000-01-01', producer: 85, community: 5, shop: 10 })
  })

  it.each([
    [{ from: '2026-11-23' }, { from: 'Choose 24 November 2026 or a later day: past orders keep their shares' }],
    [{ from: '2026-02-30' }, { from: 'Choose the day from which they hold' }],
    [{ from: 'soon' }, { from: 'Choose the day from which they hold' }],
    [{ producer: 51 }, { shop: 'The three parts must make 100 together' }],
    [{ community: 20.5 }, { community: 'Enter the community’s part as a whole number from 0 to 100' }],
    [{ producer: -10, shop: 90 }, { producer: 'Enter the maker’s part as a whole number from 0 to 100' }],
  ])('are refused with %j', async (wrong, fields) => {
    const answer = await add({ from: '2026-11-24', ...half, ...wrong })
    expect({ status: answer.statusCode, fields: answer.json().fields }).toEqual({ status: 400, fields })
    expect((await seller.api(listPercentages)).percentages).toHaveLength(1)
  })

  it('of a day to come can be removed, those that hold cannot, and the log tells of both', async () => {
    expect((await add({ from: '2026-12-01', ...half })).statusCode).toBe(201)
    expect((await add({ from: '2026-12-01', ...half })).json()).toMatchObject({ code: 'PERCENTAGES_TAKEN' })
    expect((await seller.api(listPercentages)).percentages).toEqual([
      { from: '2026-12-01', ...half, state: 'coming', by: 'seller@example.com' },
      { from: '2000-01-01', producer: 85, community: 5, shop: 10, state: 'now' },
    ])
    await seller.api(removePercentages, { params: { from: '2026-12-01' } })
    expect((await remove('2026-12-01')).statusCode).toBe(404)
    expect((await remove('2000-01-01')).json()).toMatchObject({ code: 'PERCENTAGES_BEGUN' })
    expect((await seller.api(listAudit)).entries.slice(0, 2)).toMatchObject([
      { action: 'percentages.removed', subject: '2026-12-01' },
      {
        action: 'percentages.added',
        summary: 'The profit is shared 50%, 20% and 30% from 1 December 2026 on',
      },
    ])
  })

  it('change at midnight in India: kept pages show the new shares, orders before and after keep theirs', async () => {
    const shopper = await shop.shopper()
    const shares = async () => (await shopper.api(getProduct, { params: { id } })).product.shares
    const order = async (key: string) => {
      const body = { items: [{ product: id, quantity: 1 }], address: shopper.address._id }
      const { orderId } = await shopper.api(placeCodOrder, { body, headers: { 'idempotency-key': key } })
      return (await shopper.api(getMyOrder, { params: { id: orderId } })).order.shares
    }
    await seller.api(addPercentages, { body: { from: '2026-11-24', ...half } })
    await shop.deps.jobs.run('percentages')
    const old = { producer: 450_50, community: 26_50, shop: 53_00 }
    const now = { producer: 265_00, community: 106_00, shop: 159_00 }
    expect(await shares()).toMatchObject(old)
    shop.setClock(new Date('2026-11-23T18:29:59Z'))
    await shop.deps.jobs.run('percentages')
    expect(await shares()).toMatchObject(old)
    const before = await order('before midnight')
    shop.setClock(new Date('2026-11-23T18:30:00Z'))
    const counted = await version()
    await shop.deps.jobs.run('percentages')
    expect(await version()).toBe(counted + 1)
    await shop.deps.jobs.run('percentages')
    expect(await version()).toBe(counted + 1)
    expect(await shares()).toMatchObject(now)
    expect(await seller.api(getPercentages)).toMatchObject({ from: '2026-11-24', ...half })
    expect([before, await order('after midnight')]).toMatchObject([old, now])
    expect((await remove('2026-11-24')).json()).toMatchObject({ code: 'PERCENTAGES_BEGUN' })
  })
})
