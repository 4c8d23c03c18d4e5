import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { createActs, makeProducts, type Placed } from '#features/ledger/testing/random-orders.ts'
import { lookAgain, waitingFor } from '#features/orders/journal/server/journal.ts'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { DAY_MS } from '#shared/time.ts'
import { randomTest, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// Orders to which anything happens, in any order, and what the ledger then says of them. TEST_ORDERS=500 makes it 500; TEST_SEED others.

const { seed, ledgerOrders: ORDERS } = randomTest
const ROUNDS = 8
const START = Date.parse('2026-11-27T06:30:00Z')
const random = createRandom(seed)
const { happens } = random

let shop: TestShop
const orders: Placed[] = []
let acts: Awaited<ReturnType<typeof createActs>>

beforeAll(async () => {
  console.info(`seed ${seed}: ${ORDERS} orders`)
  shop = await testShop({ ...sellerSettings, LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001' })
  shop.setClock(new Date(START))
})
afterAll(() => shop.close())

/** A day later, with the jobs of the night. */
async function nextDay(number: number) {
  for (const job of ['payments', 'papers', 'returns']) await shop.deps.jobs.run(job)
  await writeLedger(shop.deps)
  shop.setClock(new Date(START + number * DAY_MS))
  await acts.logIn()
}

async function live() {
  const products = await makeProducts(shop, random, 30)
  const shoppers = await Promise.all(Array.from({ length: 5 }, (_, at) => shop.shopper(`Ananya ${at}`)))
  acts = await createActs(shop, random)
  for (let at = 0; at < ORDERS; at += 1) orders.push(await acts.place(random.pick(shoppers), products))
  // From tomorrow on the profit is shared otherwise, and everything costs something else: nothing of it is for these orders.
  await shop.db
    .insertInto('share_percentages')
    .values({ from_day: '2026-11-28', producer: 70, community: 20, shop: 10, seller_email: 'seller@example.com' })
    .execute()
  for (const order of orders) if (happens(0.1)) await acts.anyAct(order)
  const ids = orders.filter(() => happens(0.95)).map(({ id }) => id)
  for (const to of ['Confirmed', 'Packed', 'Shipped'] as const) await acts.move(to, 'orders', ids)
  await bringParcels(ids)
  await shop.db
    .updateTable('products')
    .set({ name: 'Renamed', offer_price_paise: paise(7), price_paise: paise(9), maker_price_paise: paise(3) })
    .execute()
  for (let round = 1; round <= ROUNDS; round += 1) {
    await nextDay(round)
    for (const order of orders) if (happens(0.6)) await acts.anyAct(order)
  }
  await nextDay(ROUNDS + 1)
}

/** What the couriers say: most parcels are delivered, most of their cash comes at once. */
async function bringParcels(ids: readonly string[]) {
  const parcels = await shop.db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select('parcels.id')
    .where('order_id', 'in', ids)
    .orderBy('orders.number')
    .orderBy('parcels.number')
    .execute()
  const outcomes = Map.groupBy(parcels, () => {
    const dice = random.fraction()
    return dice < 0.8 ? 'Delivered' : dice < 0.9 ? 'Refused' : dice < 0.95 ? 'Lost' : 'Shipped'
  })
  for (const [to, moved] of outcomes)
    if (to !== 'Shipped')
      await acts.move(
        to,
        'parcels',
        moved.map(({ id }) => id),
      )
}

const readLines = () => shop.db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('position').execute()
const countDue = async () => {
  const orders = await shop.db.selectFrom('orders').select('id').execute()
  return (
    await waitingFor(
      shop.db,
      'ledger',
      orders.map(({ id }) => id),
    )
  ).size
}
const readEntries = () => shop.db.selectFrom('ledger_entries').selectAll().orderBy('number').execute()
type Line = Awaited<ReturnType<typeof readLines>>[number]
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

const grossOf = (
  row: Pick<Line, 'maker_paise' | 'costs_paise' | 'producer_paise' | 'community_paise' | 'shop_paise'>,
) =>
  sumOf(
    [row.maker_paise, row.costs_paise, row.producer_paise, row.community_paise, row.shop_paise].map(
      (one) => one ?? NO_MONEY,
    ),
  )
const wholeOf = (entries: readonly Entry[]) => sumOf(entries.map((entry) => plus(grossOf(entry), entry.tax_paise)))

/** What refunding so many pieces of a line costs: their price, and their part of its tax. */
const worthOf = ({ offer_price_paise, tax_paise, quantity }: Line, pieces: number) =>
  plus(times(offer_price_paise, pieces), paise(Math.floor(((tax_paise ?? 0) * pieces) / quantity)))

/** Money of each order: what came, what went back, and what of it belongs to parcels that are not sold, or not yet. */
async function readMoney(lines: readonly Line[]) {
  const rows = await shop.db.selectFrom('orders').selectAll().execute()
  const parcels = await shop.db.selectFrom('parcels').selectAll().execute()
  const refunds = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .execute()
  return rows.map((order) => {
    const own = lines.filter((line) => line.order_id === order.id)
    const isCard = order.payment_type === 'Online'
    const back = sumOf(refunds.filter((one) => one.order_id === order.id).map((one) => paise(one.amount_minor)))
    const short = minus(sumOf(own.map((line) => worthOf(line, line.refunded))), back)
    const states = parcels
      .filter((one) => one.order_id === order.id)
      .map((one) => {
        const of = own.filter((line) => line.parcel === one.number)
        const whole = sumOf(of.map((line) => worthOf(line, line.quantity)))
        const came = isCard ? (order.is_paid === 1 ? whole : NO_MONEY) : one.cash_received_paise
        const gone = isParcelOff(one.status)
          ? came > 0 || of.some(({ refunded }) => refunded > 0)
          : minus(one.cash_paise, came) === one.cash_let_go_paise
        const isSold = one.delivered_at !== null && (isCard ? order.is_paid === 1 : came === one.cash_paise || gone)
        return {
          isSold,
          came,
          missing: isCard ? NO_MONEY : minus(one.cash_paise, came),
          went: sumOf(of.map((line) => worthOf(line, line.refunded))),
        }
      })
    const sold = states.filter(({ isSold }) => isSold)
    const open = states.filter(({ isSold }) => !isSold)
    const came = isCard ? (order.is_paid === 1 ? order.amount_paise : NO_MONEY) : sumOf(states.map((one) => one.came))
    const shortOfOpen =
      sold.length === 0
        ? short
        : open.length === 0
          ? NO_MONEY
          : paise(Math.max(0, short - sumOf(sold.map((one) => one.missing))))
    // Before it is confirmed an order has no parcels: all that came is open.
    const notEntered =
      states.length === 0 ? minus(came, back) : plus(sumOf(open.map((one) => minus(one.came, one.went))), shortOfOpen)
    return { order, came, back, notEntered }
  })
}

it(
  `of ${ORDERS} orders to which anything happened the ledger says what came, went back and was lost, to the paisa`,
  async () => {
    await live()
    console.info(Object.fromEntries([...acts.done].toSorted()))
    const [lines, entries] = [await readLines(), await readEntries()]
    expect(entries.length).toBeGreaterThan(ORDERS)

    for (const line of lines) expect(grossOf(line)).toBe(times(line.offer_price_paise, line.quantity))
    const money = await readMoney(lines)
    for (const { order, came, back, notEntered } of money) {
      const own = lines.filter((line) => line.order_id === order.id)
      expect(sumOf(own.map((line) => plus(grossOf(line), line.tax_paise ?? NO_MONEY)))).toBe(order.amount_paise)
      const entered = entries.filter((entry) => entry.order_id === order.id)
      expect({ order: order.number, money: minus(came, back) }).toEqual({
        order: order.number,
        money: plus(wholeOf(entered), notEntered),
      })
    }
    const total = (of: (one: (typeof money)[number]) => Paise) => sumOf(money.map(of))
    expect(
      minus(
        total((one) => one.came),
        total((one) => one.back),
      ),
    ).toBe(
      plus(
        wholeOf(entries),
        total((one) => one.notEntered),
      ),
    )

    expect(await checkLedger(shop.db)).toEqual({ entries: entries.length, lastHash: entries.at(-1)?.hash })
  },
  60_000 + ORDERS * 500,
)

it('what went back whole and in good order leaves exactly 0', async () => {
  const entries = await readEntries()
  let count = 0
  for (const line of await readLines()) {
    const own = entries.filter((entry) => entry.order_id === line.order_id && entry.line === line.position + 1)
    if (own.length === 0 || line.refunded < line.quantity || line.written_off > line.faulty) continue
    count += 1
    const sum = (column: keyof Entry & `${string}_paise`) => sumOf(own.map((entry) => entry[column]))
    const sums = (
      ['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise', 'tax_paise'] as const
    ).map(sum)
    expect(sums).toEqual([0, 0, 0, 0, 0, 0])
  }
  expect(count).toBeGreaterThan(0)
})

it('each sale stands as it was placed, and what is due is what the entries bring', async () => {
  const [lines, entries] = [await readLines(), await readEntries()]
  for (const entry of entries.filter(({ kind }) => kind === 'sale')) {
    const line = lines.find((one) => one.order_id === entry.order_id && one.position + 1 === entry.line)
    for (const column of [
      'maker_paise',
      'costs_paise',
      'producer_paise',
      'community_paise',
      'shop_paise',
      'tax_paise',
      'quantity',
    ] as const)
      expect(entry[column]).toBe(line?.[column])
  }
  const makers = await shop.db.selectFrom('ledger_makers').selectAll().execute()
  for (const { number, producer_id } of makers) {
    const dues = await shop.db.selectFrom('ledger_dues').selectAll().where('producer_id', '=', producer_id).execute()
    const own = entries.filter((entry) => entry.maker_number === number)
    expect(sumOf(dues.map(({ amount_paise }) => amount_paise))).toBe(
      sumOf(own.map((one) => plus(one.maker_paise, one.producer_paise))),
    )
    for (const line of dues) expect(line.due_at).toBeGreaterThan(START)
  }
})

it('looked at again, no order has anything more to enter', async () => {
  const before = (await readEntries()).length
  expect(await countDue()).toBe(0)
  await lookAgain(shop.db, 'ledger', shop.deps.now(), shop.db.selectFrom('orders'))
  expect(await countDue()).toBeGreaterThan(0)
  await writeLedger(shop.deps)
  expect(await countDue()).toBe(0)
  expect((await readEntries()).length).toBe(before)
  expect(await checkLedger(shop.db)).toMatchObject({ entries: before })
}, 60_000)
