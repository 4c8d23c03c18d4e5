import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  getSellerOrder,
  listAllOrders,
  type Order,
  type Parcel,
  placeCodOrder,
} from '#features/orders/orders.contract.ts'
import { letGoOfCash, type MoveTarget, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { getOverview, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { done } from '#features/second-yes/testing/done.ts'
import {
  bookCourierFile,
  CheckedFile,
  checkCourierFile,
  getCourierFile,
} from '#features/shipping/courier-file.contract.ts'
import { type FileKind, MAX_SHOWN_LINES } from '#features/shipping/courier-file.kinds.ts'
import { courierFileForm } from '#features/shipping/testing/cash-parcels.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf, toRupees } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { DAY_MS } from '#shared/time.ts'
import { randomTest, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// A shop's days, from the orders to the last paisa. TEST_DAYS=30 TEST_ORDERS=300 makes it a month; TEST_SEED another one.

const { seed, days: DAYS, orders: ORDERS_A_DAY } = randomTest
const START = Date.parse('2026-11-02T06:30:00Z')
const SHOPPERS_A_DAY = 5
const STOCK = 1_000_000
const MOVED_AT_ONCE = 300
const TIMEOUT_MS = 60_000 + DAYS * ORDERS_A_DAY * 500

const random = createRandom(seed)
const { below, happens: chance } = random

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
/** Product -> what one piece costs; three of each sender. */
const senders: { product: string; offerPaise: Paise }[][] = []
/** What the test knows of each product: pieces that left, and that are in stock again. */
const left = new Map<string, number>()
const books = {
  inCash: NO_MONEY,
  online: NO_MONEY,
  back: NO_MONEY,
  letGo: NO_MONEY,
  expected: NO_MONEY,
  neverOwed: NO_MONEY,
}
const book = (name: keyof typeof books, amount: Paise) => {
  books[name] = plus(books[name], amount)
}
const count = (product: string, pieces: number) => left.set(product, (left.get(product) ?? 0) + pieces)

beforeAll(async () => {
  console.info(`seed ${seed}: ${DAYS} days of ${ORDERS_A_DAY} orders`)
  shop = await testShop(sellerSettings)
  for (const name of ['Asha Silk', 'Ravi Honey', 'Lata Pots']) {
    const producerId = await producer(shop, name, { sends: name !== 'Lata Pots' })
    const products = []
    for (let at = 0; at < 3; at += 1) {
      const offerPaise = paise(1_00 + below(2000_00))
      const product = await shop.product({
        producerId,
        stock: STOCK,
        offerPricePaise: offerPaise,
        pricePaise: offerPaise,
      })
      products.push({ product, offerPaise })
    }
    senders.push(products)
  }
})
afterAll(() => shop.close())

/** An order of something of each producer, by card or in cash. */
async function placeOne(shopper: Awaited<ReturnType<TestShop['shopper']>>) {
  const items = senders.flatMap((products) =>
    products.flatMap(({ product }, at) => (at === 0 || chance(0.3) ? [{ product, quantity: 1 + below(4) }] : [])),
  )
  for (const { product, quantity } of items) count(product, quantity)
  const body = { items, address: shopper.address._id }
  const headers = { 'idempotency-key': `key ${below(1e9)}` }
  if (chance(0.8)) return (await shopper.api(placeCodOrder, { body, headers })).orderId
  const { orderId, url, amount } = await shopper.api(placeOnlineOrder, { body, headers })
  await shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  book('online', amount)
  return orderId
}

/** Moves orders or parcels, each of which has to go. */
async function move(to: MoveTarget, kind: 'orders' | 'parcels', ids: readonly string[], good?: boolean) {
  for (let at = 0; at < ids.length; at += MOVED_AT_ONCE) {
    const some = ids.slice(at, at + MOVED_AT_ONCE)
    const { results } = await seller.api(moveParcels, {
      body: { to, [kind]: some, ...(good === undefined ? {} : { good }) },
    })
    expect(results.filter(({ ok }) => !ok)).toEqual([])
  }
}

interface Sent {
  order: Order
  parcel: Parcel
}
const idsOf = (sent: readonly Sent[]) => sent.map(({ parcel }) => parcel._id)
const isCash = ({ order }: Sent) => order.paymentType === 'COD'
const comesBack = ({ parcel }: Sent) => {
  for (const { product, quantity } of parcel.items) count(product, -quantity)
}

/** A line of a courier's file. */
interface Line {
  cells: readonly (string | number)[]
  /** What is to be said of it; undefined: all is well. */
  trouble?: 'short' | 'twice' | 'unknown'
}

const sendFile = async (kind: FileKind, text: string, name: string) => {
  const answer = await seller.send({
    method: 'POST',
    url: checkCourierFile.path,
    ...(await courierFileForm(text, { kind }, name)),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return CheckedFile.parse(answer.json())
}

/** Books a courier's file, of which exactly the bad lines are named; the same file again changes nothing. */
async function bookFile(kind: FileKind, heading: readonly string[], lines: readonly Line[]) {
  const text = [heading, ...lines.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n')
  const { _id: id, look, linesToLookAt } = await sendFile(kind, text, 'file.csv')
  const bad = lines.flatMap(({ trouble }, at) => (trouble ? [{ line: at + 2, what: trouble }] : []))
  expect(look.map(({ line, what }) => ({ line, what }))).toEqual(bad.slice(0, MAX_SHOWN_LINES))
  expect(linesToLookAt).toBe(bad.length)
  await seller.api(bookCourierFile, { params: { id } })
  await vi.waitFor(async () => expect((await seller.api(getCourierFile, { params: { id } })).state).toBe('booked'), {
    timeout: 60_000,
    interval: 20,
  })
  const { bookedAmount, bookedLines } = await seller.api(bookCourierFile, { params: { id } })
  expect(await sendFile(kind, text, 'renamed.csv')).toMatchObject({ _id: id, state: 'booked', bookedLines })
  return bookedAmount
}

const awb = ({ parcel }: Sent) => `AWB${parcel.code}`

/** Parcels of orders that we never had. */
const strangers = (count: number, ...cells: string[]) =>
  Array.from({ length: count }, (_, at): Line => ({ cells: [`H${9_000_000 + at}-1`, ...cells], trouble: 'unknown' }))

/** What the couriers say of a day's parcels. */
async function outcomes(sent: readonly Sent[]) {
  const [refused, lost, delivered]: [Sent[], Sent[], Sent[]] = [[], [], []]
  for (const each of sent) {
    if (isCash(each) && chance(0.25)) refused.push(each)
    else if (chance(0.03)) lost.push(each)
    else delivered.push(each)
  }
  const say = (parcels: readonly Sent[], outcome: string) =>
    parcels.map((each): Line => ({ cells: [awb(each), outcome] }))
  await bookFile(
    'outcome',
    ['AWB', 'Status'],
    [...say(delivered, 'DLVD'), ...strangers(below(3), 'Delivered'), ...say(refused, 'Refused'), ...say(lost, 'Lost')],
  )
  for (const { parcel } of [...refused, ...lost]) book('neverOwed', parcel.cash)
  const [good, bad] = [refused.filter((_, at) => at % 5 > 0), refused.filter((_, at) => at % 5 === 0)]
  good.forEach(comesBack)
  await move('Returned', 'parcels', idsOf(good), true)
  await move('Returned', 'parcels', idsOf(bad), false)
  return delivered
}

/** The cash of parcels: most right, some short, some twice, some of parcels that we never sent, some not there. */
const cashLines = (delivered: readonly Sent[]): Line[] =>
  delivered.filter(isCash).flatMap((each): Line[] => {
    const { cash } = each.parcel
    const line = { cells: [awb(each), toRupees(cash)] }
    const dice = random.fraction()
    if (dice < 0.06) {
      const came = paise(1 + below(cash - 1))
      book('inCash', came)
      return [{ cells: [awb(each), toRupees(came)], trouble: 'short' }]
    }
    if (dice < 0.95) book('inCash', cash)
    if (dice < 0.1) return [line, { ...line, trouble: 'twice' }]
    if (dice < 0.13) return [line, ...strangers(1, String(toRupees(cash)))]
    return dice < 0.95 ? [line] : []
  })

const isParcelPaid = ({ cash, cashReceived, cashLetGo }: Parcel) => cash === plus(cashReceived, cashLetGo)

/** Half of what came short is let go of; some parcels come back to be refunded. */
async function aftermath(delivered: readonly Sent[]) {
  for (const { order: before, parcel: then } of delivered) {
    const { order } = await seller.api(getSellerOrder, { params: { id: before._id } })
    const parcel = order.parcels.find(({ _id }) => _id === then._id) ?? then
    const isShort = parcel.cashReceived > 0 && !isParcelPaid(parcel)
    if (isShort && chance(0.5)) {
      await seller.api(letGoOfCash, { params: { id: parcel._id }, body: { reason: 'The courier will not find it' } })
      book('letGo', minus(parcel.cash, parcel.cashReceived))
    } else if (!isShort && isParcelPaid(parcel) && chance(0.05)) await sendBack({ order, parcel })
    else if (!isParcelPaid(parcel)) book('expected', minus(parcel.cash, parcel.cashReceived))
  }
}

async function sendBack({ order, parcel }: Sent) {
  const good = chance(0.7)
  if (good) comesBack({ order, parcel })
  await move('Returned', 'parcels', [parcel._id], good)
  if (order.paymentType === 'Online') return
  const body = { lines: parcel.items, method: 'upi', reference: `UPI ${parcel.code}` } as const
  const { amount } = done(await seller.api(refundOrder, { params: { id: order._id }, body }))
  expect(amount).toBe(parcel.cash)
  book('back', amount)
}

async function day(number: number) {
  shop.setClock(new Date(START + number * DAY_MS))
  seller = await shop.seller({ staysProved: true })
  const ids: string[] = []
  for (let at = 0; at < SHOPPERS_A_DAY; at += 1) {
    const shopper = await shop.shopper()
    for (let order = at; order < ORDERS_A_DAY; order += SHOPPERS_A_DAY) ids.push(await placeOne(shopper))
  }
  for (const to of ['Confirmed', 'Packed'] as const) await move(to, 'orders', ids)
  const sent: Sent[] = []
  for (const id of ids) {
    const { order } = await seller.api(getSellerOrder, { params: { id } })
    expect(sumOf(order.parcels.map(({ cash }) => cash))).toBe(order.paymentType === 'COD' ? order.amount : NO_MONEY)
    sent.push(...order.parcels.map((parcel) => ({ order, parcel })))
  }
  // What is packed and has its number is shipped.
  await bookFile(
    'tracking',
    ['Parcel', 'AWB'],
    [...sent.map((each): Line => ({ cells: [each.parcel.code, awb(each)] })), ...strangers(below(3), 'AWB0')],
  )
  const delivered = await outcomes(sent)
  const before = books.inCash
  const booked = await bookFile('cash', ['AWB', 'Amount'], cashLines(delivered))
  expect(booked).toBe(minus(books.inCash, before))
  await aftermath(delivered)
  for (const job of ['payments', 'papers']) await shop.deps.jobs.run(job)
}

async function* allOrders() {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await seller.api(listAllOrders, { query: { page: String(page), limit: '100' } })
    pages = list.pages
    yield* list.orders
  }
}

it(
  'stock adds up piece by piece, and money that came less money that went back is what the books say',
  async () => {
    for (let number = 0; number < DAYS; number += 1) await day(number)

    let cashOrders = NO_MONEY
    for await (const order of allOrders()) {
      if (order.paymentType === 'COD') cashOrders = plus(cashOrders, order.amount)
      const credited = sumOf(order.creditNotes.map(({ amount }) => amount))
      const off = order.parcels.filter(({ status }) => !['To pack', 'Packed', 'Shipped', 'Delivered'].includes(status))
      if (order.paymentType === 'COD') expect(credited).toBe(sumOf(off.map(({ cash }) => cash)))
      expect(credited).toBeLessThanOrEqual(order.amount)
      expect(order.hasProblem).toBe(
        order.parcels.some(
          (parcel) => parcel.status === 'Delivered' && parcel.cashReceived > 0 && !isParcelPaid(parcel),
        ),
      )
      if (order.paymentType === 'Online') book('back', order.refunded)
    }

    const rows = await shop.db.selectFrom('products').select(['id', 'stock']).execute()
    for (const { id, stock } of rows) expect({ id, stock }).toEqual({ id, stock: STOCK - (left.get(id) ?? 0) })

    const { days, expectedInCash } = await seller.api(getOverview)
    const came = plus(books.inCash, books.online)
    expect(sumOf(days.map(({ revenue }) => revenue))).toBe(minus(came, books.back))
    expect(expectedInCash.amount).toBe(books.expected)
    expect(sumOf([books.inCash, books.letGo, books.expected, books.neverOwed])).toBe(cashOrders)
  },
  TIMEOUT_MS,
)
