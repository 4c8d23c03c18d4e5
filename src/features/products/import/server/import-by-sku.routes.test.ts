import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { importTemplate, listImports, writeImport } from '../../product-imports.contract.ts'
import { getSellerProduct, listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, imported, sendFiles, whenAtRest, write } from '../../testing/imports.ts'
import { forgetOldImports } from './forget-old-imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const two = [
  'sku,name,category,price,offerPrice,stock,weight',
  'B-1,Bowl,Pottery-Ceramics,100,90,5,800 g',
  'T-1,Tray,Wood-Furniture,200,200,0,',
].join('\n')

const all = async () => (await seller.api(listSellerProducts)).products
const named = async (name: string) => {
  const found = (await all()).find((product) => product.name === name)
  expect(found).toBeDefined()
  return found ?? expect.fail()
}

describe('an import by SKU', () => {
  it('adds what is not known, changes what is, and the same file again does nothing', async () => {
    const first = await dryRun(seller, two)
    expect(first).toMatchObject({ state: 'checked', added: 0, preview: { add: 2, change: 0, same: 0 } })
    expect(first.message).toBe('2 products would be added. Nothing is changed yet')
    expect(await all()).toEqual([])
    expect(await write(seller, first._id)).toMatchObject({ state: 'done', message: '2 added, 0 changed' })

    const again = await dryRun(seller, two)
    expect(again).toMatchObject({ preview: { add: 0, change: 0, same: 2 } })
    expect(again.message).toBe('The shop is already as this file says')
    expect(await write(seller, again._id)).toMatchObject({ state: 'done', added: 0, changed: 0 })
    expect(await all()).toHaveLength(2)
    // SKUs are compared without case and outer spaces.
    const changed = await imported(seller, two.replace('B-1,Bowl', '" b-1 ",Deep Bowl').replace('sku,', 'SKU,'))
    expect(changed).toMatchObject({ preview: { change: 1, same: 1 }, message: '0 added, 1 changed' })
    expect(await named('Deep Bowl')).toMatchObject({ sku: 'b-1', price: 10000 })
    expect(await all()).toHaveLength(2)
  })

  it('needs no more than sku and stock, and writes nothing else', async () => {
    await imported(seller, two)
    const before = await named('Bowl')
    expect(await imported(seller, 'sku,stock\nB-1,7\nT-1,3')).toMatchObject({ message: '0 added, 2 changed' })
    const { version: _, stock: __, left: ___, ...rest } = await named('Bowl')
    expect(before).toMatchObject(rest)
    expect(await named('Bowl')).toMatchObject({ stock: 7, inStock: true })
    // What was used up is on sale again when there is some, as in the product form.
    expect(await named('Tray')).toMatchObject({ stock: 3, inStock: true })
    expect(await imported(seller, 'sku,stock,inStock\nB-1,0,\nT-1,4,no')).toMatchObject({ changed: 2 })
    expect(await named('Bowl')).toMatchObject({ stock: 0, inStock: false })
    expect(await named('Tray')).toMatchObject({ stock: 4, inStock: false })
  })

  it('names the row, the product and the value of what is wrong, and writes the rest when it is told to', async () => {
    await imported(seller, two)
    const id = (await named('Tray'))._id
    const file = [
      'id,sku,name,price,stock',
      ',B-1,Bowl,,4',
      ',NEW-1,Lamp,10,1',
      `${id},b-1,Tray,200,9`,
      ',T-1,Tray,150,9',
      ',,Nobody,10,1',
      ',B-1,Bowl,120,4',
    ].join('\n')
    const found = await dryRun(seller, file)
    expect(found.errors).toEqual([
      { row: 2, product: 'Bowl', column: 'price', message: 'Enter the price as a number' },
      {
        ...{ row: 3, product: 'Lamp', column: 'sku', value: 'NEW-1' },
        message: 'No product has this SKU. To add one, the file needs the columns category, offerPrice too',
      },
      { row: 4, product: 'Tray', column: 'sku', value: 'b-1', message: 'Bowl has this SKU already' },
      {
        ...{ row: 5, product: 'Tray', column: 'price', value: '150' },
        message: 'Offer price is higher than the price. Lower it',
      },
      { row: 6, product: 'Nobody', message: 'This row names no product: fill in its SKU or its id' },
      { row: 7, product: 'Bowl', column: 'sku', value: 'B-1', message: 'This product is in the file twice' },
    ])
    expect(found).toMatchObject({ state: 'refused', badLines: 6, message: '6 rows have mistakes. Nothing was changed' })
    await expect(seller.api(writeImport, { params: { id: found._id } })).rejects.toMatchObject({
      code: 'IMPORT_NOT_CHECKED',
    })
    const partly = await dryRun(seller, 'sku,price,offerPrice\nB-1,100,95\nT-1,100,200\nNO,1,1')
    expect(partly).toMatchObject({ state: 'checked', badLines: 2, preview: { change: 1 } })
    expect(partly.message).toBe('1 product changed, 2 rows are left out. Nothing is changed yet')
    const done = await write(seller, partly._id)
    expect(done).toMatchObject({ state: 'done', message: '0 added, 1 changed, 2 rows left out', lines: 1, done: 1 })
    expect((await named('Bowl')).offerPrice).toBe(9500)
  })

  it('leaves out what somebody has made impossible since the check, and says so', async () => {
    await imported(seller, two)
    const found = await dryRun(
      seller,
      'sku,name,category,price,offerPrice\nB-1,Bowl,Pottery-Ceramics,100,80\nN-1,New,Food-Spices,5,5',
    )
    await shop.product({ name: 'Faster', sku: 'n-1' })
    const prices = await dryRun(seller, 'sku,price\nT-1,200')
    expect(await write(seller, found._id)).toMatchObject({ added: 0, changed: 1, badLines: 1, state: 'done' })
    const [problem] = (await whenAtRest(seller, found._id)).errors
    expect(problem).toMatchObject({
      row: 3,
      product: 'New',
      message: expect.stringContaining('Faster has got this SKU'),
    })
    expect(prices.preview).toMatchObject({ same: 1 })
    await imported(seller, 'sku,price,offerPrice\nT-1,300,300')
    expect(await write(seller, prices._id)).toMatchObject({ changed: 0, badLines: 1 })
    expect((await named('Tray')).price).toBe(30000)
  })

  it('says which rows the same file would add again, and which products are archived', async () => {
    await imported(seller, two)
    await seller.send({ method: 'POST', url: `/api/product/${(await named('Tray'))._id}/archive` })
    const found = await dryRun(
      seller,
      'sku,name,category,price,offerPrice\n,Nameless,Food-Spices,5,5\nT-1,Tray,Wood-Furniture,200,190',
    )
    expect(found.preview).toMatchObject({ add: 1, change: 1, unnamed: 1, archived: 1 })
  })

  it('gives an SKU to a product that is named by its id', async () => {
    const id = await shop.product({ name: 'Old Lamp' })
    expect(await imported(seller, `id,sku\n${id},LAMP`)).toMatchObject({ changed: 1 })
    expect((await seller.api(getSellerProduct, { params: { id } })).product.sku).toBe('LAMP')
  })

  it('writes a checked file once, whoever asks how often', async () => {
    const { _id: id } = await dryRun(seller, two)
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => seller.api(writeImport, { params: { id } }).then((answer) => answer.import.state)),
    )
    expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await whenAtRest(seller, id)).toMatchObject({ added: 2, state: 'done' })
    expect(await seller.api(writeImport, { params: { id } })).toMatchObject({ import: { state: 'done', added: 2 } })
    expect(await all()).toHaveLength(2)
  })

  it('is forgotten when nobody has asked for it within a day', async () => {
    const { _id: id } = await dryRun(seller, two)
    await shop.db
      .updateTable('product_imports')
      .set({ touched_at: Date.now() - 25 * 3_600_000 })
      .execute()
    await expect(seller.api(writeImport, { params: { id } })).rejects.toMatchObject({ code: 'IMPORT_NOT_CHECKED' })
    await forgetOldImports(shop.deps)
    expect(await whenAtRest(seller, id)).toMatchObject({ state: 'refused' })
    expect(await shop.db.selectFrom('import_parts').selectAll().execute()).toEqual([])
  })

  it('reads its own export and its own template', async () => {
    await imported(seller, two)
    const exported = (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
    expect(exported).toContain('"T-1"')
    expect((await dryRun(seller, exported)).preview).toMatchObject({ add: 0, change: 0, same: 2 })
    const template = await seller.send({ method: 'GET', url: importTemplate.path })
    expect(template.headers['content-disposition']).toContain('products-template.csv')
    const withoutPictures = template.body.replaceAll(/"[^"]*\.jpg","[^"]*"/g, '"",""')
    expect(await dryRun(seller, withoutPictures)).toMatchObject({ errors: [], preview: { add: 2 } })
  })

  it('is listed with the last ones, newest first', async () => {
    await imported(seller, two)
    await dryRun(seller, two)
    const { imports } = await seller.api(listImports)
    expect(imports.map(({ state }) => state)).toEqual(['checked', 'done'])
  })

  it.each([
    ['nothing', [], 400, /Choose a CSV or .xlsx file/],
    ['a spreadsheet', [Buffer.from('504b030414000600', 'hex')], 400, /This is a spreadsheet/],
    ['26 MB', [Buffer.alloc(26 * 1024 * 1024, 'x')], 413, /^A file of products can have at most 25 MB/],
    ['three files', ['sku,stock\nA,1', 'x', 'y'], 400, /one CSV or .xlsx file and at most one zip/],
  ])('refuses %s', async (_, files, status, message) => {
    const answer = await sendFiles(seller, files)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toMatch(message)
  })
})
