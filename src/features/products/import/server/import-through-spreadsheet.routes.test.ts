import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { writeImport } from '../../product-imports.contract.ts'
import { listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, imported, write } from '../../testing/imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const heading = 'sku,name,category,price,offerPrice,stock'
const products = async () => (await seller.api(listSellerProducts)).products
const idOf = async (name: string) =>
  (await products()).find((product) => product.name === name)?._id ?? expect.fail(name)

describe('the check of an import', () => {
  it('shows what changes by column, and has what a spreadsheet does confirmed by itself', async () => {
    await imported(
      seller,
      `${heading}\n0042,Bowl,Pottery-Ceramics,1250,1250,3\nT-1,Tray,Wood-Furniture,900.50,800,5\nR-1,Rug,Rugs-Dhurries,3200,3200,`.replace(
        'Rugs-Dhurries',
        'Wood-Furniture',
      ),
    )
    const [bowl, tray] = [await idOf('Bowl'), await idOf('Tray')]
    const found = await dryRun(
      seller,
      `id,sku,name,price,offerPrice,stock,Stock qty\n${bowl},42,Bowl,1.25,1.25,3,1\n${tray},T-1,Old Tray,900.50,800,,1`,
    )
    expect(found.preview).toMatchObject({
      change: 2,
      columns: [
        { column: 'sku', count: 1, examples: [{ product: 'Bowl', before: '0042', after: '42' }] },
        { column: 'price', count: 1, examples: [{ before: '1250', after: '1.25' }] },
        { column: 'offerPrice', count: 1 },
        { column: 'name', count: 1, examples: [{ product: 'Tray', before: 'Tray', after: 'Old Tray' }] },
        { column: 'stock', count: 1, examples: [{ product: 'Tray', before: '5', after: 'not counted' }] },
      ],
      confirm: [
        { kind: 'sku', count: 1 },
        { kind: 'name', count: 1 },
        { kind: 'price', count: 1, examples: [{ product: 'Bowl', before: '1250', after: '1.25' }] },
        { kind: 'stock', count: 1 },
      ],
      unread: [{ column: 'Stock qty' }],
    })
    const refused = await seller.send({
      method: 'POST',
      url: `${writeImport.path.replace(':id', found._id)}?confirmed=sku,price`,
    })
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'IMPORT_NOT_CONFIRMED',
      'Nothing was written. Confirm this first: other names, stock that is not counted any more',
    ])
    expect((await products()).map(({ sku }) => sku)).toContain('0042')
    expect(await write(seller, found._id)).toMatchObject({ state: 'done', changed: 2 })
  })

  it('refuses an SKU that is an old one without zeros, rounded or shortened, with its name', async () => {
    const old = ['0077', '12e7', '8901234567890123']
    await imported(seller, `${heading}\n${old.map((sku, at) => `${sku},P${at},Pottery-Ceramics,10,10,1`).join('\n')}`)
    const fresh = ['77', '120000000', '8901234567890120', '1.2E+046', '78']
    const found = await dryRun(
      seller,
      `${heading}\n${fresh.map((sku) => `${sku},New,Pottery-Ceramics,10,10,1`).join('\n')}`,
    )
    expect(found).toMatchObject({ badLines: 4, preview: { add: 1 } })
    expect(found.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^P0 has the SKU 0077, which a spreadsheet may have changed/),
      expect.stringMatching(/^P1 has the SKU 12e7,/),
      expect.stringMatching(/^P2 has the SKU 8901234567890123,/),
      'A spreadsheet has shortened this SKU. Write it out, as text',
    ])
  })

  it('reads 1.250 by what the rest of the file says, and else refuses it', async () => {
    const rows = (price: string, stock: string) =>
      `sku;name;category;price;offerPrice;stock\nD-1;Schale;Pottery-Ceramics;1.250;${price};${stock}`
    const alone = await dryRun(seller, rows('1.250', '1.000'))
    expect(alone.errors).toMatchObject([
      { column: 'price', value: '1.250', message: '“1.250” can be read in two ways: write 1250, or 1.25' },
    ])
    await imported(seller, rows('1.200,50', '1.000'))
    expect(await products()).toMatchObject([{ price: 125000, offerPrice: 120050, stock: 1000 }])
  })

  it.each([
    ['letters that became question marks', 'name', '?????? ?? ?????', 'Letters were lost'],
    ['letters in another encoding', 'name', 'à¤®à¤¿à¤Ÿà¥\u008dà¤Ÿà¥€', 'another encoding'],
    ['an error value', 'weight', '#REF!', 'error of the spreadsheet'],
    ['a column that was too narrow', 'description', '####', 'error of the spreadsheet'],
  ])('refuses %s', async (_, column, text, sentence) => {
    await imported(seller, `${heading}\nM-1,मिट्टी का कटोरा,Pottery-Ceramics,10,10,1`)
    const found = await dryRun(seller, `sku,${column}\nM-1,${text}`)
    expect(found).toMatchObject({ state: 'refused', errors: [{ column, message: expect.stringContaining(sentence) }] })
  })

  it('refuses question marks where the product has letters, in a text of several lines too', async () => {
    const row = ['C-1', 'Café – ₹500', 'Pottery-Ceramics', '10', '10', '1', '"Two lines:\nCrème brûlée"']
    await imported(seller, `${heading},description\n${row.join(',')}`)
    const file = 'sku,name,description\nC-1,Café ? ?500,"Two lines:\nCr?me br?l?e"'
    expect((await dryRun(seller, file)).errors).toMatchObject([
      { column: 'name', message: expect.stringContaining('Letters were lost') },
    ])
    const description = file.replace('Café ? ?500', 'Café – ₹500')
    expect((await dryRun(seller, description)).errors).toMatchObject([
      { column: 'description', message: expect.stringContaining('Letters were lost') },
    ])
  })

  it.each([
    ['a heading in another encoding', `ï»¿id,${heading}\nx,A,B,Pottery-Ceramics,1,1,1`, 'opened in another encoding'],
    ['all in one column', `"${heading}"\n"A-1,B,Pottery-Ceramics,10,10,1"`, 'All of it stands in the first column'],
    [
      'a column that is nearly ours',
      'name,category,price (₹),offerPrice\nA,Pottery-Ceramics,1,1',
      'Not read: price (₹) (did you mean price?)',
    ],
  ])('says in one sentence what is wrong with %s', async (_, text, sentence) => {
    expect((await dryRun(seller, text)).errors[0]?.message).toContain(sentence)
  })

  it('passes over a title, empty rows and the separator, and reads days that became dates', async () => {
    const text = `sep=;\nProducts of November;;;;;;\n;;;;;;\n${heading.replaceAll(',', ';')};deliveryDays\n;;;;;;\nA-1;Bowl;Pottery-Ceramics;10;10;1;04-Aug\n;;;;;;\n`
    expect(await imported(seller, text)).toMatchObject({ state: 'done', added: 1, badLines: 0, lines: 1 })
    expect(await products()).toMatchObject([{ name: 'Bowl', deliveryDays: '4-8' }])
  })
})

describe('products as .xlsx', () => {
  it('come back without a difference, and say so', async () => {
    await imported(
      seller,
      `${heading},deliveryDays\n0042,मिट्टी का कटोरा,Pottery-Ceramics,1250.50,1250,3,4-8\n12e45,10-12,Wood-Furniture,9,9,,`,
    )
    const { rawPayload } = await seller.send({ method: 'GET', url: '/api/product/export.xlsx' })
    const found = await dryRun(seller, rawPayload)
    expect(found).toMatchObject({
      message: 'The shop is already as this file says',
      badLines: 0,
      preview: { change: 0, same: 2 },
    })
  })
})
