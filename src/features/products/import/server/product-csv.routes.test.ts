import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { factNames } from '#features/catalog/facts/facts.fields.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { zipOf } from '#testing/zip.ts'
import { getImport } from '../../product-imports.contract.ts'
import { getSellerProduct, listSellerProducts } from '../../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const heading = 'name,category,price,offerPrice,description,weight,stock,inStock'
const send = (payload: string | Buffer, contentType = 'text/csv') =>
  seller.send({ method: 'POST', url: '/api/product/import', headers: { 'content-type': contentType }, payload })
/** Sends the file and waits until the import has ended. */
async function importCsv(text: string | Buffer) {
  const answer = await send(text)
  expect(answer.json()).toMatchObject({ success: true, import: { state: 'checking' } })
  expect(answer.statusCode).toBe(202)
  const { _id: id } = answer.json().import
  return vi.waitFor(
    async () => {
      const { import: found } = await seller.api(getImport, { params: { id } })
      expect(['done', 'refused', 'failed']).toContain(found.state)
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
}
const exported = async (query = '') =>
  (await seller.send({ method: 'GET', url: `/api/product/export.csv${query}` })).body
const countAll = async () => (await seller.api(listSellerProducts)).counts.all

describe('importing products', () => {
  it('adds every line, in order, with what the columns say', async () => {
    const done = await importCsv(
      `\uFEFFName,Category,Price,Offer price,Description,Weight,Stock,In stock,Colour\r\nTeak Bowl,wood & furniture,"₹1,599","1,249.50","Turned\r\nOiled",1 kg,4,yes,brown\r\nTeak Tray,Wood-Furniture,900,900,,,0,,\r\n`,
    )
    expect(done).toMatchObject({
      state: 'done',
      message: '2 added, 0 changed',
      lines: 2,
      done: 2,
      added: 2,
      errors: [],
      badLines: 0,
    })
    const { products } = await seller.api(listSellerProducts, { query: { category: 'Wood-Furniture' } })
    expect(products).toMatchObject([
      {
        name: 'Teak Bowl',
        price: 159900,
        offerPrice: 124950,
        description: ['Turned', 'Oiled'],
        weight: '1 kg',
        stock: 4,
        inStock: true,
      },
      {
        name: 'Teak Tray',
        price: 90000,
        offerPrice: 90000,
        description: [],
        stock: 0,
        inStock: false,
        isArchived: false,
      },
    ])
    expect((await shop.browser().api(listProducts, { query: { q: 'teak', inStock: '1' } })).total).toBe(1)
    expect((await seller.api(listAudit)).entries[0]).toMatchObject({
      action: 'product.imported',
      summary: 'Import: 2 added, 0 changed',
      subject: done._id,
    })
  })

  it('tells of every bad row as the spreadsheet numbers it, with its product and what stands in the cell', async () => {
    const before = await countAll()
    const refused = await importCsv(
      [
        heading,
        'Good,Food-Spices,10,9',
        '"Two\nlines",Food-Spices,10,9',
        'Too dear,Food-Spices,10,11',
        '',
        'No category,Gadgets,10,9',
        ',Food-Spices,10,9',
        'Words,Food-Spices,ten,9',
        'Less,Food-Spices,10,-1',
        'Fine,Food-Spices,10,9.999',
        'Stock,Food-Spices,10,9,,,some,',
        'Maybe,Food-Spices,10,9,,,,perhaps',
        'Long,Food-Spices,10,9,,,,,,,more',
        'Two at once,Gadgets,ten,9',
      ].join('\n'),
    )
    expect(refused).toMatchObject({
      state: 'refused',
      message: '10 rows have mistakes. Nothing was changed',
      badLines: 10,
      added: 0,
    })
    expect(refused.errors).toEqual([
      {
        ...{ row: 4, product: 'Too dear', column: 'offerPrice', value: '11' },
        message: 'Offer price is higher than the price. Lower it',
      },
      { row: 6, product: 'No category', column: 'category', value: 'Gadgets', message: 'There is no such category' },
      { row: 7, column: 'name', message: 'Enter the product name' },
      { row: 8, product: 'Words', column: 'price', value: 'ten', message: 'Enter the price as a number' },
      { row: 9, product: 'Less', column: 'offerPrice', value: '-1', message: 'The offer price must be more than ₹0' },
      {
        ...{ row: 10, product: 'Fine', column: 'offerPrice', value: '9.999' },
        message: '“9.999” can be read in two ways: write 9999, or use at most 2 decimals',
      },
      { row: 11, product: 'Stock', column: 'stock', value: 'some', message: 'Enter the stock as a whole number' },
      { row: 12, product: 'Maybe', column: 'inStock', value: 'perhaps', message: 'Write yes or no' },
      { row: 13, product: 'Long', message: 'This row has more cells than the first row' },
      { row: 14, product: 'Two at once', column: 'category', value: 'Gadgets', message: 'There is no such category' },
      { row: 14, product: 'Two at once', column: 'price', value: 'ten', message: 'Enter the price as a number' },
    ])
    expect(await countAll()).toBe(before)
  })

  it.each([
    [
      'a column too few',
      'name,category,price\nA,Food-Spices,1',
      1,
      'The first row has to name the columns. Missing: offerPrice. To change products, add the column sku or id',
    ],
    ['only a heading', `${heading}\n`, 1, 'There is no product in this file'],
    [
      'a broken quote',
      `${heading}\nA,Food-Spices,2,1\n"B"x,Food-Spices,2,1`,
      3,
      'This row is not valid CSV: look for a quote that is missing or too much',
    ],
    ['an id nobody has', `id,${heading}\nnothing,A,Food-Spices,2,1`, 2, 'There is no product with this id'],
    [
      'more than 20,000 lines',
      `${heading}\n${'A,Food-Spices,2,1\n'.repeat(20_001)}`,
      20_002,
      'Import at most 20,000 products at once',
    ],
    [
      'a column that is there twice',
      'name,category,price,offerPrice,Price\nA,Food-Spices,2,1,1',
      1,
      'The first row names price twice',
    ],
    [
      '25 MB of commas',
      ','.repeat(25 * 1024 * 1024),
      1,
      'There are more than 100 columns here. Is this the right file?',
    ],
    [
      'a row of many commas further down',
      `${heading}\nA,Food-Spices,2,1\n${','.repeat(5000)}\n`,
      3,
      'There are more than 100 columns here. Is this the right file?',
    ],
    [
      'a quote that is never closed',
      `${heading}\n"A,Food-Spices,2,1\n${'B,Food-Spices,2,1\n'.repeat(10_000)}`,
      2,
      'This row is longer than any can be: look for a quote that is missing',
    ],
  ])('refuses %s', async (_, text, row, message) => {
    expect(await importCsv(text)).toMatchObject({ state: 'refused', errors: [{ row, message }], badLines: 1 })
  })

  it('reads semicolons and tabs as well as commas, and amounts with decimal commas', async () => {
    const file =
      '\uFEFFname;category;price;offerPrice;description\r\n"Kheer; rice";Food-Spices;1.249,50;1249,5;a, b\r\n'
    expect(await importCsv(file)).toMatchObject({ state: 'done', added: 1 })
    expect(await importCsv('name\tcategory\tprice\tofferPrice\nTab\tFood-Spices\t12,49,000\t1,249\n')).toMatchObject({
      added: 1,
    })
    const { products } = await seller.api(listSellerProducts, { query: { category: 'Food-Spices' } })
    expect(products.slice(0, 2)).toMatchObject([
      { name: 'Tab', price: 124900000, offerPrice: 124900 },
      { name: 'Kheer; rice', price: 124950, offerPrice: 124950, description: ['a, b'] },
    ])
  })

  const utf16 = Buffer.from('name,category', 'utf16le')
  it.each<[string, Buffer, RegExp]>([
    [
      'an .xlsx file',
      Buffer.from('504b0304140006000800', 'hex'),
      /^This is a spreadsheet that cannot be read.*CSV UTF-8/,
    ],
    ['an .xls file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is a spreadsheet of an older kind.*CSV UTF-8/],
    [
      'an .xlsx with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /^This file has a password. Save it without one/,
    ],
    [
      'an .ods file',
      zipOf([{ name: 'content.xml', content: Buffer.from('<x/>') }]),
      /^This is an .ods file. Save it as .xlsx, or as “CSV UTF-8”/,
    ],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), /^This file is in UTF-16 .*CSV UTF-8/],
    ['UTF-16 without', utf16, /^This file is in UTF-16/],
    ['an old encoding', Buffer.from('name,caf\xe9', 'latin1'), /^This file is in an older encoding.*CSV UTF-8/],
    ['nothing', Buffer.alloc(0), /^This file is empty/],
  ])('says what %s is, and what to do', async (_, payload, message) => {
    const answer = await send(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.file).toMatch(message)
  })

  it.each([
    ['an empty file', '', 'text/csv', 400],
    ['a file that is not UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'text/csv', 400],
    ['JSON', '{}', 'application/json', 415],
    ['26 MB', 'x'.repeat(26 * 1024 * 1024), 'text/csv', 413],
  ])('refuses %s at once', async (_, payload, type, status) => {
    expect((await send(payload, type)).statusCode).toBe(status)
  })

  it('takes a file from a form', async () => {
    const form = new FormData()
    form.append(
      'file',
      new File([`${heading}\nFrom a form,Food-Spices,2,1`], 'products.csv', { type: 'application/vnd.ms-excel' }),
    )
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const answer = await send(Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '')
    expect(answer.statusCode).toBe(202)
    await vi.waitFor(
      async () => {
        const { import: found } = await seller.api(getImport, { params: { id: answer.json().import._id } })
        expect(found.state).toBe('done')
      },
      { timeout: 20_000 },
    )
  })

  it('knows no import that is not there', async () => {
    await expect(seller.api(getImport, { params: { id: 'nothing' } })).rejects.toMatchObject({ status: 404 })
  })

  it('takes 10,000 rows while the shop goes on answering', async () => {
    const before = await countAll()
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `Woven basket number ${at},Wood-Furniture,${at + 10},${at + 9},By hand,,${at % 7},`,
    )
    let answers = 0
    let isOver = false
    const visitor = (async () => {
      const { api } = shop.browser()
      while (!isOver) {
        await api(listProducts, { query: { category: 'Wood-Furniture', limit: '1' } })
        answers += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    const done = await importCsv([heading, ...lines].join('\n'))
    isOver = true
    await visitor
    expect(done).toMatchObject({ state: 'done', lines: 10_000, done: 10_000, added: 10_000, changed: 0 })
    expect(await countAll()).toBe(before + 10_000)
    const { products } = await seller.api(listSellerProducts, { query: { category: 'Wood-Furniture' } })
    // The first row is the newest, as in an export.
    expect(products.slice(0, 2)).toMatchObject([{ name: 'Woven basket number 0' }, { name: 'Woven basket number 1' }])
    // A shop that is held up by the import answers once or twice meanwhile.
    expect(answers).toBeGreaterThan(100)
  }, 90_000)
})

describe('exporting products', () => {
  it('gives a file that an import understands: formulas defused and restored, nothing changed', async () => {
    const own = { shop, seller }
    shop = await testShop(sellerSettings)
    seller = await shop.seller()
    const formula = await shop.product({
      name: '=HYPERLINK("http://evil.example")',
      description: ['@one', "'+two", 'say "three"'],
      stock: 3,
      weight: '-1 kg',
      deliveryDays: '10-14',
    })
    await shop.product({ name: "'=quoted", inStock: false })
    const file = await exported()
    expect(file).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(file).toContain(`"''=quoted"`)
    expect(file.startsWith('\uFEFFid,name,category,')).toBe(true)
    expect(await importCsv(file)).toMatchObject({ state: 'done', message: '0 added, 0 changed' })
    expect(await importCsv(file.replaceAll('1249.00', '1100.00'))).toMatchObject({ message: '0 added, 2 changed' })
    const { product } = await seller.api(getSellerProduct, { params: { id: formula } })
    expect(product).toMatchObject({
      name: '=HYPERLINK("http://evil.example")',
      description: ['@one', "'+two", 'say "three"'],
      offerPrice: 110000,
      stock: 3,
      weight: '-1 kg',
      deliveryDays: '10-14',
    })
    expect(await exported('?archived=1')).toBe(
      `\uFEFFid,name,category,price,offerPrice,description,weight,stock,inStock,producer,deliveryDays,sku,returnable,makerPrice,costs,family,axis1,value1,axis2,value2,pictureTexts,${factNames.join(',')}\r\n`,
    )
    await shop.close()
    shop = own.shop
    seller = own.seller
  })

  it('has every product, whatever their number', async () => {
    const lines = (await exported()).split('\r\n').filter((line) => line.includes('Woven basket'))
    expect(new Set(lines).size).toBe(10_000)
  })
})
