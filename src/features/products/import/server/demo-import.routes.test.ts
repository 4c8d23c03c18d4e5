import { afterEach, beforeEach, expect, it } from 'vitest'
import { endDemo } from '#features/catalog/server/end-demo.ts'
import { noteDemoMonth } from '#kernel/db/demo-month.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { demoImport, demoImportPictures, listImports } from '../../product-imports.contract.ts'
import { listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, write } from '../../testing/imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const noteMonth = () => noteDemoMonth(shop.db, { orders: 1, invoices: 1, creditNotes: 0, entries: 1, runs: 1 })
const get = ({ path: url }: { path: string }) => seller.send({ method: 'GET', url })

it('adds three products with their pictures, which go with the demo', async () => {
  await noteMonth()
  const [csv, zip] = [await get(demoImport), await get(demoImportPictures)]
  expect(zip.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="demo-pictures.zip"',
  })
  const checked = await dryRun(seller, csv.body, zip.rawPayload)
  expect(checked).toMatchObject({ errors: [], preview: { add: 3, change: 0 } })
  expect(await write(seller, checked._id)).toMatchObject({ state: 'done', added: 3 })
  const { products } = await seller.api(listSellerProducts)
  expect(products.map(({ name, image }) => [name, image.length]).toSorted()).toEqual([
    ['Board for Bread', 1],
    ['Mug for One', 1],
    ['Throw for a Chair', 1],
  ])
  expect((await dryRun(seller, csv.body, zip.rawPayload)).preview).toMatchObject({ add: 0 })
  expect(await endDemo(shop.deps)).toMatchObject({ products: 3 })
})

it('is offered in a demo with its month only', async () => {
  const offered = async () => (await seller.api(listImports)).toTry
  expect(await offered()).toBe(false)
  for (const endpoint of [demoImport, demoImportPictures]) {
    const answer = await get(endpoint)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NO_IMPORT_TO_TRY'])
  }
  await noteMonth()
  expect(await offered()).toBe(true)
})
