import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { type TestShop, testShop } from '#server/test-shop.ts'
import { listProducts } from '../catalog.contract.ts'
import { getImport, getSellerProduct, listSellerProducts } from '../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
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

  it('tells of every bad line by its number, and adds nothing', async () => {
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
        'Long,Food-Spices,10,9,,,,,,,',
      ].join('\n'),
    )
    expect(refused).toMatchObject({
      state: 'refused',
      message: '9 lines have mistakes. Nothing was added',
      badLines: 9,
      added: 0,
    })
    expect(refused.errors).toEqual([
      { line: 5, message: 'Offer price is higher than the price. Lower it' },
      { line: 7, message: 'There is no such category' },
      { line: 8, message: 'Enter the product name' },
      { line: 9, message: 'Enter the price as a number' },
      { line: 10, message: 'The offer price must be more than ₹0' },
      { line: 11, message: 'Use at most 2 decimals for the offer price' },
      { line: 12, message: 'Enter the stock as a whole number' },
      { line: 13, message: 'Write yes or no for inStock' },
      { line: 14, message: 'This line has more cells than the first line' },
    ])
    expect(await countAll()).toBe(before)
  })

  it.each([
    [
      'a column too few',
      'name,category,price\nA,Food-Spices,1',
      1,
      'The first line has to name the columns. Missing: offerPrice',
    ],
    ['only a heading', `${heading}\n`, 1, 'There is no product in this file'],
    [
      'a broken quote',
      `${heading}\nA,Food-Spices,2,1\n"B"x,Food-Spices,2,1`,
      3,
      'This line is not valid CSV: look for a quote that is missing or too much',
    ],
    ['an id nobody has', `id,${heading}\nnothing,A,Food-Spices,2,1`, 2, 'There is no product with this id'],
    [
      'more than 20,000 lines',
      `${heading}\n${'A,Food-Spices,2,1\n'.repeat(20_001)}`,
      20_002,
      'Import at most 20,000 products at once',
    ],
  ])('refuses %s', async (_, text, line, message) => {
    expect(await importCsv(text)).toMatchObject({ state: 'refused', errors: [{ line, message }] })
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
    await vi.waitFor(async () => {
      const { import: found } = await seller.api(getImport, { params: { id: answer.json().import._id } })
      expect(found.state).toBe('done')
    })
  })

  it('knows no import that is not there', async () => {
    await expect(seller.api(getImport, { params: { id: 'nothing' } })).rejects.toMatchObject({ status: 404 })
  })

  it('takes 10,000 lines while the shop goes on answering, and shows them all at once', async () => {
    const before = await countAll()
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `Woven basket number ${at},Wood-Furniture,${at + 10},${at + 9},By hand,,${at % 7},`,
    )
    let answers = 0
    const partly = new Set<number>()
    let isOver = false
    const visitor = (async () => {
      const { api } = shop.browser()
      while (!isOver) {
        partly.add((await api(listProducts, { query: { category: 'Wood-Furniture', limit: '1' } })).total)
        answers += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    const done = await importCsv([heading, ...lines].join('\n'))
    isOver = true
    await visitor
    expect(done).toMatchObject({ state: 'done', lines: 10_000, added: 10_000 })
    expect(await countAll()).toBe(before + 10_000)
    expect([...partly].length).toBeLessThanOrEqual(2)
    // A shop that is held up by the import answers once or twice meanwhile.
    expect(answers).toBeGreaterThan(20)
  }, 90_000)
})

describe('exporting products', () => {
  it('gives a file that an import understands: formulas defused and restored, nothing changed', async () => {
    const own = { shop, seller }
    shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
    seller = await shop.seller()
    const formula = await shop.product({
      name: '=HYPERLINK("http://evil.example")',
      description: ['@one', "'+two", 'say "three"'],
      stock: 3,
      weight: '-1 kg',
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
    })
    expect(await exported('?archived=1')).toBe(
      '\uFEFFid,name,category,price,offerPrice,description,weight,stock,inStock,producer\r\n',
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
