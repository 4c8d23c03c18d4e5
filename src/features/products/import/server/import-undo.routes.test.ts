import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { stockAlertsJob } from '#features/stock-alerts/server/stock-alerts.ts'
import { createJobs } from '#kernel/background.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getImport, undoImport } from '../../product-imports.contract.ts'
import { getSellerProduct, listSellerProducts, setStock } from '../../seller-products.contract.ts'
import { imported, undo, whenAtRest } from '../../testing/imports.ts'
import { productForm } from '../../testing/product-form.ts'
import { forgetOldImports } from './forget-old-imports.ts'
import { createProductImports } from './product-imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const heading = 'sku,name,category,price,offerPrice,stock,description'
const two = [heading, 'B-1,Bowl,Pottery-Ceramics,100,90,5,By hand', 'T-1,Tray,Wood-Furniture,200,200,,Oiled'].join('\n')
const products = async (view: 'all' | 'archived' = 'all') =>
  (await seller.api(listSellerProducts, { query: { view } })).products
const named = async (name: string) => (await products()).find((one) => one.name === name) ?? expect.fail(name)
const edit = async (id: string, data: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(data)) })

describe('an import that is undone', () => {
  it('archives what it added, which the same file adds again', async () => {
    const { _id, undoUntil } = await imported(seller, two)
    expect(undoUntil?.getTime()).toBeGreaterThan(Date.now())
    const undone = await undo(seller, _id)
    expect(undone).toMatchObject({ state: 'undone', message: 'The import is undone: 2 products put back', undone: 2 })
    expect(await products()).toEqual([])
    expect(await products('archived')).toHaveLength(2)
    expect((await seller.api(listAudit)).entries[0]).toMatchObject({
      action: 'product.import-undone',
      summary: 'Import undone: 2 products put back',
    })
    expect(await imported(seller, two)).toMatchObject({ added: 2 })
    expect(await products()).toHaveLength(2)
  })

  it('gives back every field that it changed, and no other', async () => {
    await imported(seller, two)
    const before = [await named('Bowl'), await named('Tray')]
    const change = two
      .replace('Bowl,', 'Bin,')
      .replace('100,90,5,By hand', '150,80,0,Plain')
      .replace('200,200', '90,80')
    const { _id } = await imported(seller, change)
    expect(await named('Bin')).toMatchObject({ price: 15000, inStock: false })
    expect(await undo(seller, _id)).toMatchObject({ undone: 2, keptProducts: 0 })
    const after = [await named('Bowl'), await named('Tray')]
    expect(after.map(({ version: _, ...rest }) => rest)).toEqual(before.map(({ version: _, ...rest }) => rest))
    expect((await shop.browser().api(listProducts, { query: { q: 'bowl' } })).total).toBe(1)
    expect((await shop.browser().api(listProducts, { query: { q: 'bin' } })).total).toBe(0)
  })

  it('leaves what was changed since, and names it', async () => {
    await imported(seller, `${two}\nL-1,Lamp,Food-Spices,10,10,4,\nM-1,Mat,Food-Spices,10,10,4,`)
    const { _id } = await imported(
      seller,
      'sku,name,stock\nB-1,Bin,9\nT-1,Table,9\nL-1,Lantern,9\nM-1,Mattress,9\nN-1,x,1'.replace('\nN-1,x,1', ''),
    )
    await edit((await named('Bin'))._id, { weight: '1 kg' })
    await seller.api(setStock, { body: { id: (await named('Table'))._id, inStock: false } })
    const shopper = await shop.shopper()
    const lantern = (await named('Lantern'))._id
    const payload = { items: [{ product: lantern, quantity: 2 }], address: shopper.address._id }
    const headers = { 'idempotency-key': 'one' }
    expect((await shopper.send({ method: 'POST', url: '/api/order/cod', headers, payload })).statusCode).toBe(200)

    const undone = await undo(seller, _id)
    expect(undone).toMatchObject({
      undone: 1,
      keptProducts: 3,
      message: 'The import is undone: 1 product put back. 3 products stayed: changed since',
    })
    expect(Object.fromEntries(undone.kept.map(({ name, reason }) => [name, reason]))).toEqual({
      Bin: 'It was changed since',
      Table: 'Its stock was switched since',
      Lantern: 'Its stock was 9 after the import, and has changed since',
    })
    expect(await named('Lantern')).toMatchObject({ stock: 7 })
    expect(await named('Mat')).toMatchObject({ stock: 4 })
  })

  it('lets the import before it be undone too, and not the other way round', async () => {
    await imported(seller, two)
    const first = await imported(seller, 'sku,name\nB-1,Second name')
    const second = await imported(seller, 'sku,name\nB-1,Third name')
    expect(await undo(seller, second._id)).toMatchObject({ undone: 1 })
    expect(await undo(seller, first._id)).toMatchObject({ undone: 1 })
    expect(await named('Bowl')).toBeDefined()
    const third = await imported(seller, 'sku,name\nB-1,Fourth name')
    await imported(seller, 'sku,name\nB-1,Fifth name')
    expect(await undo(seller, third._id)).toMatchObject({ undone: 0, keptProducts: 1 })
    expect(await named('Fifth name')).toBeDefined()
  })

  it('does not take an SKU from a product that got it since', async () => {
    await imported(seller, two)
    const { _id: id } = await named('Bowl')
    const { _id } = await imported(seller, `id,sku\n${id},B-2`)
    await shop.product({ name: 'Other', sku: 'B-1' })
    expect((await undo(seller, _id)).kept).toEqual([{ _id: id, name: 'Bowl', reason: 'Other has its SKU now' }])
  })

  it('is undone once, within a day, and never half: another process goes on', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `N-${at},Basket ${at},Wood-Furniture,10,9,1,`)
    const { _id: id } = await imported(seller, [heading, ...lines].join('\n'))
    await shop.db
      .updateTable('product_imports')
      .set({ state: 'undoing', done: 0, lines: 120 })
      .where('id', '=', id)
      .execute()
    const processes = [1, 2].map(() => {
      const jobs = createJobs(shop.deps.log)
      const deps = { ...shop.deps, jobs }
      jobs.add(createProductImports(deps, shop.deps.avif).job, stockAlertsJob(deps))
      jobs.begin('ready')
      return jobs
    })
    expect(await whenAtRest(seller, id)).toMatchObject({ state: 'undone', undone: 120, done: 120 })
    for (const jobs of processes) await jobs.stop()
    expect(await products()).toEqual([])
    expect(await seller.api(undoImport, { params: { id } })).toMatchObject({ import: { state: 'undone' } })
    expect(await shop.db.selectFrom('import_changes').selectAll().execute()).toEqual([])

    const { _id: old } = await imported(seller, two)
    await shop.db
      .updateTable('product_imports')
      .set({ ended_at: Date.now() - 25 * 3_600_000 })
      .where('id', '=', old)
      .execute()
    expect((await seller.api(getImport, { params: { id: old } })).import.undoUntil).toBeUndefined()
    await expect(seller.api(undoImport, { params: { id: old } })).rejects.toMatchObject({ code: 'IMPORT_NOT_UNDOABLE' })
    await forgetOldImports(shop.deps)
    expect(await shop.db.selectFrom('import_changes').selectAll().execute()).toEqual([])
  })

  it('leaves a product archived that was taken out of the shop since', async () => {
    const id = await shop.product({ name: 'Vase' })
    await imported(seller, `id,sku\n${id},V-1`)
    const { _id } = await imported(seller, 'sku,offerPrice\nV-1,1')
    await seller.send({ method: 'POST', url: `/api/product/${id}/archive` })
    expect(await undo(seller, _id)).toMatchObject({ undone: 1 })
    const { product } = await seller.api(getSellerProduct, { params: { id } })
    expect(product).toMatchObject({ isArchived: true, offerPrice: 124900 })
  })
})
