import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { tableRows } from '#testing/table-rows.ts'
import { bookCourierFile } from '../../courier-file.contract.ts'
import type { FileKind } from '../../courier-file.kinds.ts'
import { cashParcels, courierFileForm, type TestParcel } from '../../testing/cash-parcels.ts'

// What spreadsheets make of tracking numbers, beside parcels whose numbers are nearly the same: nothing moves that should not.

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const CASH = 1273.98

async function parcelsWith(
  status: 'Shipped' | 'Delivered' | 'Packed',
  numbers: readonly (string | null)[],
  courier?: string,
) {
  const parcels = await cashParcels(shop, numbers.length, { status, ...(courier ? { courier } : {}) })
  const made: TestParcel[] = []
  for (const [at, parcel] of parcels.entries()) {
    const number = numbers[at] ?? null
    await shop.db
      .updateTable('parcels')
      .set({ tracking_number: number, tracking_key: number === null ? null : trackingKey(number) })
      .where('id', '=', parcel.id)
      .execute()
    made.push({ ...parcel, trackingNumber: number })
  }
  return made
}

async function check(kind: FileKind, heading: string, lines: readonly string[], courier?: string) {
  const form = await courierFileForm(`${heading}\n${lines.join('\n')}\n`, { kind, ...(courier ? { courier } : {}) })
  const answer = await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const book = (id: string) => seller.api(bookCourierFile, { params: { id } })
const notes = (answer: { look: { line: number; whatWeDo: string }[] }) =>
  answer.look.map(({ line, whatWeDo }) => [line, whatWeDo])
const now = (ids: readonly TestParcel[]) =>
  Promise.all(
    ids.map(({ id }) =>
      shop.db
        .selectFrom('parcels')
        .select(['status', 'tracking_number', 'cash_received_paise'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ),
  )

describe('a file of outcomes that went through a spreadsheet', () => {
  it('moves no parcel whose number may be another one, rounded', async () => {
    const neighbours = await parcelsWith('Shipped', ['7099887766554577', '7099887766554580', '7099887766559999'])
    const answer = await check('outcome', 'AWB,Status', ['7099887766554580,RTO', '7099887766559999,Delivered'])
    const [a, b] = neighbours
    expect(notes(answer)).toEqual([
      [
        2,
        `Left out. A spreadsheet has rounded this number: ${b?.code} has 7099887766554580, ${a?.code} has 7099887766554577.`,
      ],
    ])
    await book(answer._id)
    expect((await now(neighbours)).map(({ status }) => status)).toEqual(['Shipped', 'Shipped', 'Delivered'])
  })

  it('names the parcel whose rounded number nobody has, and lines that became the same number', async () => {
    await parcelsWith('Shipped', ['6099887766554577'])
    const [held] = await parcelsWith('Shipped', ['5099887766554500'])
    const answer = await check('outcome', 'AWB,Status', [
      '6099887766554580,RTO',
      '5099887766554500,Lost',
      '5099887766554500,Delivered',
      '2.09988776655458E+15,RTO',
      '"2,23456789012346E+021",RTO',
    ])
    expect(answer).toMatchObject({ toBook: 0, unclear: 5 })
    expect(notes(answer).map(([, said]) => said)).toEqual([
      expect.stringMatching(/^Left out. A spreadsheet has rounded this number: H\d+-1 has 6099887766554577\.$/),
      'Left out. A spreadsheet has rounded this number.',
      'Left out. A spreadsheet has rounded this number.',
      'Left out. A spreadsheet has shortened this number.',
      'Left out. A spreadsheet has shortened this number.',
    ])
    expect(await now([held].filter((one) => one !== undefined))).toMatchObject([{ status: 'Shipped' }])
  })

  it('finds a number without its zeros where one parcel alone fits, and one with decimals of zero', async () => {
    const [lone, zeros, whole, decimals] = await parcelsWith('Shipped', [
      '003412345678',
      '0099',
      '99',
      '24101234567890',
    ])
    const answer = await check('outcome', 'AWB,Status', [
      '3412345678,Delivered',
      '99,RTO',
      '24101234567890.0,Delivered',
    ])
    expect(notes(answer)).toEqual([
      [3, `Left out. A spreadsheet drops zeros in front: ${whole?.code} has 99, ${zeros?.code} has 0099.`],
    ])
    await book(answer._id)
    const all = [lone, zeros, whole, decimals].filter((one) => one !== undefined)
    expect((await now(all)).map(({ status }) => status)).toEqual(['Delivered', 'Shipped', 'Shipped', 'Delivered'])
  })

  it('has its lines to look at as .xlsx too, whose numbers no spreadsheet changes on their way back', async () => {
    const numbers = ['0034123456790', '1099887766554577', '2,23456789012346E+021']
    const answer = await check(
      'outcome',
      'AWB,Status',
      numbers.map((number) => `"${number}",Delivered`),
    )
    const { rawPayload } = await seller.send({ method: 'GET', url: `/api/parcel/file/${answer._id}/lines.xlsx` })
    const [heading = [], ...lines] = await tableRows(rawPayload)
    expect(lines.map((cells) => cells[heading.indexOf('named')])).toEqual(numbers)
  })

  it('takes a number that ends in zeros by itself where others of the file do not', async () => {
    const own = await parcelsWith('Shipped', ['8099887766554570', '8111111111111111', '8222222222222222'])
    const answer = await check(
      'outcome',
      'AWB,Status',
      own.map(({ trackingNumber }) => `${trackingNumber},Delivered`),
    )
    expect(answer).toMatchObject({ matched: 3, toBook: 3 })
  })
})

describe('a file of cash that went through a spreadsheet', () => {
  it('books no cash for another parcel, and its sums add up', async () => {
    const own = await parcelsWith('Delivered', ['3099887766554577', '3099887766554580', '003499', 'EX1'], 'Ekart')
    const answer = await check('cash', 'AWB,Amount', [
      `3099887766554580,${CASH}`,
      `3499,${CASH}`,
      `EX1,${CASH}`,
      `3.09988776655458E+15,${CASH}`,
      'EX2,1.530',
      `Total,${4 * CASH}`,
    ])
    expect(answer).toMatchObject({ lines: 5, matched: 2, unclear: 2, unknown: 1, toBook: 2, missing: 2 })
    const { file, left, toBook, more } = answer.amounts
    expect([file, toBook, more]).toEqual([4 * CASH, 2 * CASH, 0])
    expect(file - left - more).toBeCloseTo(toBook, 2)
    await book(answer._id)
    expect((await now(own)).map(({ cash_received_paise }) => cash_received_paise)).toEqual([0, 0, 127398, 127398])
  })
})

describe('a file of tracking numbers that went through a spreadsheet', () => {
  it('gives no parcel a number that is shortened, rounded, or shorter than most', async () => {
    const own = await parcelsWith('Packed', [null, null, null, null, null])
    const [a, b, c, d, e] = own
    const answer = await check(
      'tracking',
      'Order ID,AWB',
      [
        `H${a?.orderNumber},7199887766554580`,
        `H${b?.orderNumber},12345678`,
        `H${c?.orderNumber},2.23456789012346E+021`,
        `H${d?.orderNumber},149912345678.0`,
        `H${e?.orderNumber},149912345679`,
      ],
      'Smart Parcels',
    )
    expect(notes(answer)).toEqual([
      [2, expect.stringContaining('A spreadsheet has rounded this number: “7199887766554580”')],
      [
        3,
        'Left out. “12345678” is shorter than most of this courier, which have 12 digits or more: a spreadsheet drops zeros in front. If it is right, enter it at the parcel.',
      ],
      [4, 'Left out. A spreadsheet has shortened this number: “2.23456789012346E+021”.'],
    ])
    expect(answer).toMatchObject({ unclear: 3, toBook: 2 })
    await book(answer._id)
    expect(await now(own)).toMatchObject([
      { status: 'Packed', tracking_number: null },
      { status: 'Packed', tracking_number: null },
      { status: 'Packed', tracking_number: null },
      { status: 'Shipped', tracking_number: '149912345678' },
      { status: 'Shipped', tracking_number: '149912345679' },
    ])
  })

  it('gives no parcel an error of the spreadsheet for a number, a courier or letters that were lost', async () => {
    const own = await parcelsWith('Packed', [null, null, null, null])
    const [a, b, c, d] = own
    const answer = await check('tracking', 'Order ID,AWB,Courier', [
      `H${a?.orderNumber},#REF!,Ekart`,
      `H${b?.orderNumber},########,Ekart`,
      `H${c?.orderNumber},EX77412,#N/A`,
      `H${d?.orderNumber},EX77413,????? ????`,
      '#NAME?,EX77414,Ekart',
    ])
    const error = 'Left out. This is an error of the spreadsheet, not a text. Mend the cell and save the file again.'
    expect(notes(answer)).toEqual([
      ...[2, 3, 4].map((line) => [line, error]),
      [5, expect.stringMatching(/^Left out. Letters were lost.*\.$/)],
      [6, error],
    ])
    expect(answer).toMatchObject({ unclear: 5, toBook: 0 })
    expect(await now(own)).toMatchObject(own.map(() => ({ status: 'Packed', tracking_number: null })))
  })

  it('gives no parcel a number that another one has, with zeros in front or other digits at its end', async () => {
    const [zeros, rounded] = await parcelsWith('Shipped', ['000077001122', '4099887766554577'])
    const [a, b] = await parcelsWith('Packed', [null, null])
    const answer = await check('tracking', 'Order ID,AWB', [
      `H${a?.orderNumber},77001122`,
      `H${b?.orderNumber},4099887766554580`,
    ])
    expect(notes(answer)).toEqual([
      [2, `Left out. A spreadsheet drops zeros in front: “77001122”. ${zeros?.code} has 000077001122.`],
      [
        3,
        `Left out. A spreadsheet has rounded this number: “4099887766554580”. ${rounded?.code} has 4099887766554577.`,
      ],
    ])
  })
})
