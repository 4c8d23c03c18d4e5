import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { endHoliday, getHoliday, setHoliday } from '#features/producers/holidays/holidays.contract.ts'
import { editProduct } from '#features/products/edit/server/product-edits.ts'
import { changeProducts, setStock } from '#features/products/seller-products.contract.ts'
import { imported } from '#features/products/testing/imports.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, testShop } from '#testing/shop.ts'
import { listOwnPieces } from '../../products/products.contract.ts'
import { maker } from '../../testing/maker.ts'
import { endOwnHoliday, getOwnHoliday, setOwnHoliday } from '../holiday.contract.ts'

// 2 December 2026, 10:30 in India.
const noon = new Date('2026-12-02T05:00:00Z')
const days = { from: '2026-12-03', to: '2026-12-14' }
const onTheThird = new Date('2026-12-02T18:31:00Z')
const onTheFifteenth = new Date('2026-12-14T18:31:00Z')

async function holidayShop(settings: Record<string, string> = {}) {
  const shop = await testShop({ ...sellerSettings, ...settings })
  shop.setClock(noon)
  const office = await shop.seller({ staysProved: true })
  const own = await maker(shop, office)
  const shopper = await shop.shopper('Ananya Rao')
  const vase = await shop.product({ name: 'Stoneware Vase', producerId: own.producer, stock: 1 })
  const other = await shop.product({ name: 'Cane Basket' })
  const at = async (time: Date) => {
    shop.setClock(time)
    await shop.deps.jobs.run('holidays of producers')
  }
  const shown = async (id: string) => {
    const { product } = await shop.browser().api(getProduct, { params: { id } })
    return { inStock: product.inStock, backOn: product.backOn }
  }
  const order = (product: string) =>
    shopper.api(placeCodOrder, {
      headers: { 'idempotency-key': newId() },
      body: { items: [{ product, quantity: 1 }], address: shopper.address._id },
    })
  const { id: sellerId } = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  const edit = (id: string, change: Parameters<typeof editProduct>[2]) =>
    editProduct({ deps: shop.deps, who: principalOf('seller', sellerId) }, id, change, [])
  return { shop, office, own, vase, other, at, shown, order, edit }
}

describe('a holiday', () => {
  let of: Awaited<ReturnType<typeof holidayShop>>
  beforeAll(async () => {
    of = await holidayShop()
  })
  afterEach(async () => {
    of.shop.setClock(noon)
    await of.own.api(endOwnHoliday)
  })
  afterAll(() => of.shop.close())

  it('begins and ends with the Indian day; pieces stay in the shop meanwhile and cannot be ordered', async () => {
    const { own, vase, other, at, shown, order, shop } = of
    const saved = await own.api(setOwnHoliday, { body: days })
    expect(saved).toMatchObject({ holiday: days, backOn: null, canBeOrdered: false })
    expect(await shown(vase)).toEqual({ inStock: true, backOn: undefined })
    await at(onTheThird)
    expect(await shown(vase)).toEqual({ inStock: false, backOn: '2026-12-15' })
    expect(await shown(other)).toEqual({ inStock: true, backOn: undefined })
    const { products } = await shop.browser().api(listProducts, { query: { inStock: 'true' } })
    expect(products.map(({ _id }) => _id)).not.toContain(vase)
    await expect(order(vase)).rejects.toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
    await at(onTheFifteenth)
    expect(await shown(vase)).toEqual({ inStock: true, backOn: undefined })
    expect(await own.api(getOwnHoliday)).toMatchObject({ holiday: null, backOn: null })
  })

  it('begins at once, and ends at once when the maker says so', async () => {
    const { own, vase, shown } = of
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    expect(await shown(vase)).toEqual({ inStock: false, backOn: '2026-12-15' })
    const { pieces, counts } = await own.api(listOwnPieces, { query: { state: 'on holiday' } })
    expect(pieces.map(({ _id, state, backOn }) => [_id, state, backOn])).toEqual([[vase, 'on holiday', '2026-12-15']])
    expect(counts).toMatchObject({ 'on holiday': 1, 'on sale': 0, 'sold out': 0 })
    await own.api(endOwnHoliday)
    expect(await shown(vase)).toEqual({ inStock: true, backOn: undefined })
    expect((await own.api(listOwnPieces)).counts).toMatchObject({ 'on holiday': 0, 'on sale': 1 })
  })

  it('keeps what was sold out sold out, and what is counted meanwhile for the return', async () => {
    const { own, office, shop, shown } = of
    const [soldOut, counted] = [
      await shop.product({ name: 'Sold Out', producerId: own.producer, stock: 0 }),
      await shop.product({ name: 'Counted Later', producerId: own.producer, stock: 0 }),
    ]
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    await office.api(setStock, { body: { id: counted, inStock: true, stock: 4 } })
    expect(await shown(counted)).toEqual({ inStock: false, backOn: '2026-12-15' })
    await own.api(endOwnHoliday)
    expect(await shown(counted)).toMatchObject({ inStock: true })
    expect(await shown(soldOut)).toMatchObject({ inStock: false })
  })

  it('keeps pieces of a cancelled order for the return', async () => {
    const { own, office, vase, shown, order } = of
    const { orderId } = await order(vase)
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    await office.api(moveOrder, { params: { id: orderId }, body: { status: 'Cancelled' } })
    expect(await shown(vase)).toEqual({ inStock: false, backOn: '2026-12-15' })
    await own.api(endOwnHoliday)
    expect(await shown(vase)).toMatchObject({ inStock: true })
  })

  it('ends for goods that go to nobody, or to somebody who is here', async () => {
    const { own, office, shop, shown, at, edit } = of
    const [given, left] = [
      await shop.product({ name: 'Given Away', producerId: own.producer, stock: 3 }),
      await shop.product({ name: 'Left Alone', producerId: own.producer, stock: 3 }),
    ]
    const other = await producer(shop, 'Workshop that is here')
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    // With a stock that is typed besides, as the form sends it.
    await edit(given, { producer: other, stock: 5 })
    await shop.db.updateTable('products').set({ producer_id: null }).where('id', '=', left).execute()
    await at(noon)
    expect(await shown(given)).toEqual({ inStock: true, backOn: undefined })
    expect(await shown(left)).toEqual({ inStock: true, backOn: undefined })
    expect((await office.api(getHoliday, { params: { id: own.producer } })).backOn).toBe('2026-12-15')
  })

  it('keeps out of stock what is switched off meanwhile, by hand, by a list or by a file', async () => {
    const { own, office, shop, shown } = of
    const make = (name: string) => shop.product({ name, sku: name, producerId: own.producer, stock: 3 })
    const [hand, list, file] = [await make('Hand'), await make('List'), await make('File')]
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    await office.api(setStock, { body: { id: hand, inStock: false } })
    await office.api(changeProducts, { body: { products: [list], to: 'out-of-stock' } })
    await imported(office, 'SKU,In stock\nFile,no\n')
    await own.api(endOwnHoliday)
    for (const id of [hand, list, file]) expect(await shown(id), id).toMatchObject({ inStock: false })
  })

  it('keeps goods from being ordered that were counted anew before the next look', async () => {
    const { own, shop, order, edit } = of
    const id = await shop.product({ name: 'Counted by a list', producerId: own.producer, stock: 0 })
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    await edit(id, { stock: 5 })
    await expect(order(id)).rejects.toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  })

  it('is set and ended by the office too, and both are in the activity', async () => {
    const { own, office, vase, shown, shop } = of
    const params = { id: own.producer }
    await office.api(setHoliday, { params, body: { ...days, from: '2026-12-02' } })
    expect(await shown(vase)).toMatchObject({ backOn: '2026-12-15' })
    await office.api(endHoliday, { params })
    expect(await shown(vase)).toMatchObject({ inStock: true })
    const acts = await shop.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'summary'])
      .where('subject', '=', own.producer)
      .where('summary', 'like', '%holiday%')
      .execute()
    expect(new Set(acts.map(({ actor_kind }) => actor_kind))).toEqual(new Set(['producer', 'person']))
  })

  it.each([
    ['that ends before it begins', { from: '2026-12-14', to: '2026-12-03' }, 'not before its first'],
    ['that is over', { from: '2026-11-01', to: '2026-12-01' }, 'over already'],
    ['that is too long', { from: '2026-12-03', to: '2027-06-05' }, 'at most 184 days'],
    ['that is too far', { from: '2027-12-24', to: '2027-12-31' }, 'within a year'],
  ])('%s is refused', async (_, body, said) => {
    const asked = of.own.api(setOwnHoliday, { body, headers: { 'haat-language': 'en' } })
    await expect(asked).rejects.toMatchObject({ status: 400, fields: { to: expect.stringContaining(said) } })
  })
})

describe('a holiday in a shop that takes orders meanwhile', () => {
  let of: Awaited<ReturnType<typeof holidayShop>>
  beforeAll(async () => {
    of = await holidayShop({ ORDERS_ON_HOLIDAY: '1' })
  })
  afterAll(() => of.shop.close())

  it('sells of goods in batches only what is good when it arrives after the return', async () => {
    const { own, shop, shown } = of
    const batches = [batchFor(shop, 5, 'L1', 2), batchFor(shop, 60, 'L2', 4)]
    const id = await productInBatches(shop, batches, { producerId: own.producer })
    await own.api(endOwnHoliday)
    expect(await stockInBatches(shop, id)).toMatchObject({ stock: 6 })
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    expect(await stockInBatches(shop, id)).toMatchObject({ stock: 4 })
    expect(await shown(id)).toEqual({ inStock: true, backOn: '2026-12-15' })
    await own.api(endOwnHoliday)
    expect(await stockInBatches(shop, id)).toMatchObject({ stock: 6 })
  })

  it('promises what is ordered for after the return', async () => {
    const { own, vase, shown, order, shop } = of
    await own.api(setOwnHoliday, { body: { ...days, from: '2026-12-02' } })
    expect(await shown(vase)).toEqual({ inStock: true, backOn: '2026-12-15' })
    const { orderId } = await order(vase)
    const row = await shop.db
      .selectFrom('orders')
      .select(['delivery_from', 'delivery_to'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ delivery_from: '2026-12-19', delivery_to: '2026-12-23' })
  })
})
