import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteDemoMonth } from '#kernel/db/demo-month.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { bookCourierFile, CheckedFile, demoCourierFile, listCourierFiles } from '../../courier-file.contract.ts'
import type { FileKind } from '../../courier-file.kinds.ts'
import { cashParcels, courierFileForm } from '../../testing/cash-parcels.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const noteMonth = () => noteDemoMonth(shop.db, { orders: 1, invoices: 1, creditNotes: 0, entries: 1, runs: 1 })
const ask = (kind: string) => seller.send({ method: 'GET', url: `${demoCourierFile.path}?kind=${kind}` })

/** The file to try, checked as the page does. */
async function tryFile(kind: FileKind) {
  const file = await ask(kind)
  expect(file.statusCode, file.body).toBe(200)
  expect(file.headers['content-disposition']).toContain(`demo-${kind}.csv`)
  const form = await courierFileForm(file.body, { kind })
  const checked = await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
  expect(checked.statusCode, checked.body).toBe(200)
  return CheckedFile.parse(checked.json())
}
const book = ({ _id: id }: CheckedFile) => seller.api(bookCourierFile, { params: { id } })
const statuses = async () =>
  (await shop.db.selectFrom('parcels').select('status').orderBy('status').execute()).map(({ status }) => status)

it('tracking: every parcel to send gets a number, and packed ones are sent', async () => {
  await noteMonth()
  await cashParcels(shop, 2, { status: 'To pack' })
  await cashParcels(shop, 2, { status: 'Packed' })
  await cashParcels(shop, 1, { status: 'Shipped', tracking: 'EX' })
  const checked = await tryFile('tracking')
  expect(checked).toMatchObject({ lines: 4, matched: 4, ships: 2, linesToLookAt: 0 })
  expect(await book(checked)).toMatchObject({ bookedLines: 4 })
  expect(await statuses()).toEqual(['Shipped', 'Shipped', 'Shipped', 'To pack', 'To pack'])
})

it('outcome: parcels on their way are delivered, and one is refused', async () => {
  await noteMonth()
  await cashParcels(shop, 3, { status: 'Shipped', courier: 'DTDC', tracking: 'D7' })
  const checked = await tryFile('outcome')
  expect(checked).toMatchObject({ lines: 3, matched: 3, linesToLookAt: 0 })
  await book(checked)
  expect(await statuses()).toEqual(['Delivered', 'Delivered', 'Refused'])
})

it('cash: all is right but one short line and one unknown', async () => {
  await noteMonth()
  await cashParcels(shop, 3, { status: 'Delivered', courier: 'DTDC', tracking: 'D7' })
  await cashParcels(shop, 1, { status: 'Delivered' })
  const checked = await tryFile('cash')
  expect(checked).toMatchObject({ lines: 5, matched: 3, short: 1, unknown: 1, missing: 0, linesToLookAt: 2 })
  expect(checked.look.map(({ what }) => what)).toEqual(['short', 'unknown'])
  const { bookedLines, bookedAmount } = await book(checked)
  expect({ bookedLines, bookedAmount }).toEqual({ bookedLines: 4, bookedAmount: 4 * 1273_98 - 100_00 })
})

it('is offered for what there are parcels for, in a demo with its month only', async () => {
  await cashParcels(shop, 1, { status: 'Packed' })
  const offered = async () => (await seller.api(listCourierFiles)).toTry
  expect(await offered()).toEqual([])
  expect((await ask('tracking')).statusCode).toBe(404)
  await noteMonth()
  expect(await offered()).toEqual(['tracking'])
  expect((await ask('tracking')).statusCode).toBe(200)
  const none = await ask('cash')
  expect(none.statusCode).toBe(404)
  expect(none.json()).toMatchObject({ code: 'NO_FILE_TO_TRY', message: expect.stringContaining('Only a demo') })
  expect((await ask('stock')).statusCode).toBe(400)
  expect((await shop.browser().send({ method: 'GET', url: `${demoCourierFile.path}?kind=cash` })).statusCode).toBe(401)
})
