import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import { fromRupees, minus, NO_MONEY, paise, plus, sumOf, writeRupees } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { bookCourierFile } from '../../courier-file.contract.ts'
import type { FileKind } from '../../courier-file.kinds.ts'
import { cashParcels, courierFileForm } from '../../testing/cash-parcels.ts'

// A courier's three files as each program saves them, with numbers that become each other: a line books its own parcel, or none.

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const CASH = paise(1273_98)
const COURIER = 'Smart Parcels'
/** Most have 12 digits; some of those begin with zeros, as one in ten does. */
const ofTwelve = Array.from({ length: 14 }, (_, at) => `${1499_1234_5678 + at * 104_729}`)
const beginWithZeros = ['034123456781', '091234567802', '007712345678']
const neighbours = [
  ...['7099887766554577', '7099887766554580', '7099887766554571', '70998877665545771', '70998877665545800'],
  ...['2234567890123456789012', '2234567890123456789099', '501004567894417123', '501004567894417456'],
]
const named = ['EX1234567IN', 'EX-12E45', 'SP1.50']
/** Both are there: one is the other without its zeros. */
const pair = ['003412345678', '3412345678']

const isNumber = (text: string) => /^\d+$/.test(text)
const withoutZeros = (text: string) => text.replace(/^0+(?=\d)/, '')
const shortened = (text: string, decimals: number, places: number) =>
  Number(text)
    .toExponential(decimals)
    .replace(/\.?0*e\+(\d+)$/, (_, exponent: string) => `E+${exponent.padStart(places, '0')}`)

/** LibreOffice: 15 digits are kept, rounded; from 18 on E+017. */
const calc = (text: string) => {
  const digits = withoutZeros(text)
  if (digits.length > 17) return shortened(digits, 14, 3)
  return digits.length > 15 ? String(Number(Number(digits).toPrecision(15))) : digits
}
const programs: readonly (readonly [string, (text: string) => string])[] = [
  ['LibreOffice, decimal point', calc],
  ['LibreOffice, decimal comma', (text) => calc(text).replace('.', ',')],
  ['Excel, column as it is', (text) => (withoutZeros(text).length > 11 ? shortened(text, 5, 2) : withoutZeros(text))],
  [
    'Excel, column as a number',
    (text) => {
      const digits = withoutZeros(text)
      return digits.slice(0, 15).padEnd(digits.length, '0')
    },
  ],
  [
    'a program with decimals',
    (text) => (withoutZeros(text).length > 15 ? shortened(text, 14, 2) : `${withoutZeros(text)}.0`),
  ],
]

type Rewrite = (text: string) => string

/** Parcels with these numbers, each with a cell as the program saves it, in an order of its own. */
async function parcelsOf(rewrite: Rewrite, status: 'Packed' | 'Shipped' | 'Delivered', numbers: readonly string[]) {
  const parcels = await cashParcels(shop, numbers.length, { status, courier: COURIER })
  const all = parcels.map((parcel, at) => {
    const number = numbers[at] ?? ''
    return { ...parcel, number, cell: `"${isNumber(number) ? rewrite(number) : number}"`, cash: minus(CASH, paise(at)) }
  })
  if (status !== 'Packed')
    for (const { id, number } of all)
      await shop.db
        .updateTable('parcels')
        .set({ tracking_number: number, tracking_key: trackingKey(number) })
        .where('id', '=', id)
        .execute()
  return all.toSorted((one, other) => (one.number.at(-1) ?? '').localeCompare(other.number.at(-1) ?? ''))
}
type Own = Awaited<ReturnType<typeof parcelsOf>>

async function booked(kind: FileKind, lines: readonly string[]) {
  const form = await courierFileForm(lines.join('\n'), { kind, courier: COURIER })
  const answer = await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
  expect(answer.statusCode, answer.body).toBe(200)
  return { checked: answer.json(), after: await seller.api(bookCourierFile, { params: { id: answer.json()._id } }) }
}
const rowOf = ({ id }: Own[number]) =>
  shop.db
    .selectFrom('parcels')
    .select(['status', 'tracking_number', 'cash_received_paise'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe.each(programs)('%s', (_, rewrite) => {
  it('gives a parcel its own tracking number, or none', async () => {
    const own = await parcelsOf(rewrite, 'Packed', [...ofTwelve, ...beginWithZeros, ...neighbours, ...named])
    await booked('tracking', ['Order ID,AWB', ...own.map(({ code, cell }) => `${code},${cell}`)])
    for (const parcel of own) {
      const { status, tracking_number: given } = await rowOf(parcel)
      expect([null, parcel.number], parcel.cell).toContain(given)
      expect(status).toBe(given === null ? 'Packed' : 'Shipped')
      if (named.includes(parcel.number) || (parcel.cell === `"${parcel.number}"` && ofTwelve.includes(parcel.number)))
        expect(given).toBe(parcel.number)
    }
  })

  it('moves a parcel as its own line says, or not at all', async () => {
    const own = await parcelsOf(rewrite, 'Shipped', [...ofTwelve, ...beginWithZeros, ...neighbours, ...named, ...pair])
    const outcomeOf = (number: string) => (number.length % 2 === 0 ? 'Delivered' : 'Refused')
    const mixed = new Map(own.map(({ number }, at) => [number, at % 3 === 0 ? 'Lost' : outcomeOf(number)]))
    await booked('outcome', ['AWB,Status', ...own.map(({ number, cell }) => `${cell},${mixed.get(number)}`)])
    for (const parcel of own) {
      const { status } = await rowOf(parcel)
      expect(['Shipped', mixed.get(parcel.number)], parcel.cell).toContain(status)
      if (named.includes(parcel.number)) expect(status).toBe(mixed.get(parcel.number))
    }
  })

  it('books the cash of a line for its own parcel, or not at all, and all of it adds up', async () => {
    const own = await parcelsOf(rewrite, 'Delivered', [
      ...ofTwelve,
      ...beginWithZeros,
      ...neighbours,
      ...named,
      ...pair,
    ])
    const lines = own.map(({ cell, cash }) => `${cell},${writeRupees(cash)}`)
    const { checked, after } = await booked('cash', ['AWB,Amount', ...lines])
    let received = NO_MONEY
    for (const parcel of own) {
      const { cash_received_paise: came } = await rowOf(parcel)
      expect([0, parcel.cash], parcel.cell).toContain(came)
      received = plus(received, came)
      if (named.includes(parcel.number)) expect(came).toBe(parcel.cash)
    }
    expect(after.bookedAmount).toBe(received)
    const { file, left, more, toBook } = checked.amounts
    const [all, without, over] = [file, left, more].map(fromRupees)
    expect(fromRupees(toBook)).toBe(received)
    expect(all).toBe(sumOf(own.map(({ cash }) => cash)))
    expect(all).toBe(sumOf([received, without ?? NO_MONEY, over ?? NO_MONEY]))
  })
})
