import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { DAILY_STOCK } from '#features/catalog/batches/server/daily-stock.ts'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { indianDay } from '#shared/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { changeProducts, duplicateProduct, getSellerProduct, setStock } from '../../seller-products.contract.ts'
import { dryRun, imported, undo } from '../../testing/imports.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings, { processes: 2 })
  seller = await shop.seller()
})
afterAll(() => shop.close())
afterEach(() => shop.setClock(undefined))

const later = async (days: number) => {
  shop.setClock(new Date(Date.now() + days * DAY_MS))
  seller = await shop.seller()
}
const add = async (data: object) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm({ ...pickle, ...data })) })
const edit = async (id: string, data: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(data)) })
const pickle = { name: 'Mango Pickle', category: 'Food-Spices', price: 290, offerPrice: 290 }
const stored = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const shown = async (id: string) => (await shop.browser().api(getProduct, { params: { id } })).product
const inBatches = 'The stock of this product is in batches. Change the pieces of its batches instead'

describe('batches of a product', () => {
  it('are stated with it; its stock is what may be sold of them, and its page names the next', async () => {
    const [old, fresh, past] = [
      batchFor(shop, 9, 'old', 3),
      batchFor(shop, 90, 'new', 4),
      batchFor(shop, -1, 'past', 7),
    ]
    const answer = await add({ batches: [fresh, old, past] })
    expect(answer.statusCode, answer.body).toBe(201)
    const { _id: id } = answer.json().product
    expect(await stored(id)).toMatchObject({ stock: 7, inStock: true, batches: [fresh, old, past] })
    const { stock: _, ...next } = old
    expect((await shown(id)).batch).toEqual(next)
    expect(JSON.stringify(await shown(id))).not.toContain('past')
    const { entries } = await seller.api(listAudit)
    expect(entries[0]).toMatchObject({ action: 'product.added' })
  })

  it('stay as they are in an edit that does not name them, and change as a whole in one that does', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 9, 'old', 3)])
    await edit(id, { price: 300 })
    expect(await stockInBatches(shop, id)).toMatchObject({ old: 3, stock: 3 })
    await edit(id, { batches: [batchFor(shop, 90, 'new', 4)] })
    expect(await stockInBatches(shop, id)).toEqual({ new: 4, stock: 4, in_stock: 1 })
    const { entries } = await seller.api(listAudit)
    expect(entries[0]?.changes?.map(({ field }) => field)).toEqual(['Stock count', 'Batches'])
    await edit(id, { batches: [] })
    expect(await stored(id)).toMatchObject({ stock: 4 })
    expect(await stored(id)).not.toHaveProperty('batches')
    await edit(id, { stock: null })
    expect((await stored(id)).stock).toBeNull()
  })

  it('change by the difference where it is said what they were: what was sold meanwhile stays sold', async () => {
    const one = batchFor(shop, 9, 'one', 10)
    const id = await productInBatches(shop, [{ ...one, stock: 7 }])
    await edit(id, { batches: [{ ...one, stock: 12, was: 10 }] })
    expect(await stockInBatches(shop, id)).toMatchObject({ one: 9, stock: 9 })
  })

  it('put a product that was sold out on sale, and take it off when none may be sold', async () => {
    const id = await shop.product({ category: 'Food-Spices', stock: 0 })
    await edit(id, { batches: [batchFor(shop, 9, 'one', 1)] })
    expect(await shown(id)).toMatchObject({ inStock: true, left: 1 })
    await edit(id, { batches: [batchFor(shop, -1, 'one', 1)] })
    expect(await shown(id)).toMatchObject({ inStock: false })
    expect(await shown(id)).not.toHaveProperty('batch')
  })

  it('are not counted by the shop’s promise where the product has its own', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 3, 'one', 2)])
    await edit(id, { deliveryDays: '6-12' })
    expect(await stockInBatches(shop, id)).toEqual({ one: 2, stock: 0, in_stock: 0 })
    await imported(seller, `id,deliveryDays\n${id},4–8`)
    expect(await stockInBatches(shop, id)).toEqual({ one: 2, stock: 2, in_stock: 1 })
  })

  it('are not those of a copy', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 9, 'one', 3)])
    const { product } = await seller.api(duplicateProduct, { params: { id } })
    expect(product).toMatchObject({ stock: 0, inStock: false })
    expect(product).not.toHaveProperty('batches')
  })

  const today = () => indianDay(new Date())
  it.each([
    [[{ number: '' }], 'batches.0.number', 'Enter the number of the batch'],
    [
      [{ packedOn: '2026-02-30' }],
      'batches.0.packedOn',
      'Enter the day on which it was packed as a day, such as 2027-03-12',
    ],
    [[{ packedOn: '2999-01-01', bestBefore: '2999-12-31' }], 'batches.0.packedOn', 'It cannot be packed after today'],
    [
      [{ bestBefore: '' }],
      'batches.0.bestBefore',
      'Enter the day before which it is best as a day, such as 2027-03-12',
    ],
    [
      [{ bestBefore: '2026-01-01' }],
      'batches.0.bestBefore',
      'Best before has to come after the day on which it was packed',
    ],
    [[{ stock: -1 }], 'batches.0.stock', 'Enter the pieces of the batch as a whole number'],
    [[{ stock: 1.5 }], 'batches.0.stock', 'Enter the pieces of the batch as a whole number'],
    [[{}, {}], 'batches.1.number', 'Batch A-1 is there twice. Give each its own number'],
    [
      Array.from({ length: 51 }, (_, at) => ({ number: String(at) })),
      'batches',
      'A product can have at most 50 batches. Take away those that are sold',
    ],
    ['A-1', 'batches', 'Enter the batches as a list'],
  ])('%j is refused beside its field', async (said, field, sentence) => {
    const whole = { number: 'A-1', packedOn: '2026-01-01', bestBefore: '2999-01-01', stock: 3 }
    const batches = typeof said === 'string' ? said : said.map((one) => ({ ...whole, ...one }))
    const answer = await add({ batches })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toMatchObject({ [field]: sentence })
    expect(today() > '2026-01-01').toBe(true)
  })
})

describe('a typed stock of a product in batches', () => {
  it('is refused with what to do instead, unless it is the stock that is there', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 9, 'one', 3)])
    for (const stock of [5, 0, null]) {
      const answer = await edit(id, { stock })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({
        code: 'STOCK_IN_BATCHES',
        message: inBatches,
        fields: { stock: inBatches },
      })
      const bySwitch = await seller.send({
        method: 'POST',
        url: '/api/product/stock',
        payload: { id, inStock: true, stock },
      })
      expect(bySwitch.statusCode).toBe(409)
    }
    expect((await edit(id, { stock: 3, description: ['x'] })).statusCode).toBe(200)
    expect((await add({ stock: 2, batches: [batchFor(shop, 9, 'one', 3)] })).statusCode).toBe(409)
    expect((await add({ stock: 3, batches: [batchFor(shop, 9, 'one', 3)] })).statusCode).toBe(201)
    expect(await stockInBatches(shop, id)).toMatchObject({ one: 3, stock: 3 })
  })

  it('is refused in a file too; a file that was exported changes nothing, also after a sale', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 9, 'one', 3)], { name: 'Filed pickle' })
    const csv = (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
    await edit(id, { batches: [batchFor(shop, 9, 'one', 2)] })
    const { preview, errors } = await dryRun(seller, csv)
    expect(errors).toEqual([])
    expect(preview).toMatchObject({ add: 0, change: 0 })
    const typed = await dryRun(seller, `id,stock\n${id},9`)
    expect(typed).toMatchObject({ state: 'refused', errors: [{ row: 2, column: 'stock', message: inBatches }] })
    await imported(seller, `id,offerPrice,stock\n${id},1000,2`)
    expect(await stockInBatches(shop, id)).toEqual({ one: 2, stock: 2, in_stock: 1 })
  })

  it('comes back by no undo of an import: batches stay as they are', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 0, 'old', 3), batchFor(shop, 90, 'new', 1)])
    // Half past three in the afternoon in India; an import can be undone for a day.
    const day = indianDay(new Date())
    shop.setClock(new Date(`${day}T10:00:00Z`))
    // The Indian day may have begun just now, and a session ends after twelve hours without use.
    seller = await shop.seller()
    const { _id } = await imported(seller, `id,price,stock,deliveryDays\n${id},1700,,4–8`)
    shop.setClock(new Date(Date.parse(`${day}T10:00:00Z`) + 20 * HOUR_MS))
    seller = await shop.seller()
    await undo(seller, _id)
    expect((await stored(id)).price).toBe(1599_00)
    expect(await stockInBatches(shop, id)).toEqual({ old: 3, new: 1, stock: 1, in_stock: 1 })
  })
})

describe('the turn of the day', () => {
  const runJobs = async () => {
    for (const { deps } of [shop.app, ...shop.others]) await deps.jobs.run(DAILY_STOCK)
  }

  it('takes what is past its date out of the stock, in whichever process, and kept pages follow', async () => {
    await runJobs()
    const many = await productInBatches(shop, [batchFor(shop, 2, 'old', 30), batchFor(shop, 90, 'new', 40)])
    const few = await productInBatches(shop, [batchFor(shop, 2, 'old', 2)])
    expect((await shown(many)).batch?.number).toBe('old')
    await later(3)
    expect((await shown(many)).batch?.number).toBe('old')
    await runJobs()
    expect((await shown(many)).batch?.number).toBe('new')
    expect(await shown(few)).toMatchObject({ inStock: false })
    expect(await stockInBatches(shop, many)).toEqual({ old: 30, new: 40, stock: 40, in_stock: 1 })
    const { products } = await shop.browser().api(listProducts, { query: { inStock: '1', limit: '100' } })
    expect(products.map(({ _id }) => _id)).not.toContain(few)
    const { version } = await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    await runJobs()
    expect(await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirst()).toEqual({ version })
  })

  it('is not waited for by switches and bulk acts', async () => {
    const id = await productInBatches(shop, [batchFor(shop, 2, 'old', 2)])
    await later(3)
    const sentence = 'Blue Pottery Bowl has 0 left. Add a batch to sell it again'
    await expect(seller.api(setStock, { body: { id, inStock: true } })).rejects.toThrow(sentence)
    const { results } = await seller.api(changeProducts, { body: { products: [id], to: 'in-stock' } })
    expect(results).toEqual([{ _id: id, ok: false, message: sentence }])
  })
})
