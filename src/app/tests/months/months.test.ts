import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { addCorrection } from '#features/ledger/ledger.contract.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { createActs, type Placed, type Shopper } from '#features/ledger/testing/random-orders.ts'
import { closeMoneyProblem, listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { getSellerOrder, type Order } from '#features/orders/orders.contract.ts'
import { letGoOfCash, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { isReturnOpen } from '#features/orders/returns.states.ts'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { compareGateway } from '#features/payments/server/compare-gateway.ts'
import { paymentShop } from '#features/payments/testing/payments.ts'
import { testStripe } from '#features/payments/testing/stripe.ts'
import {
  confirmLastPayout,
  enterFoundPayout,
  markPayoutFailed,
  markPayoutSent,
} from '#features/payouts/payouts.contract.ts'
import { prove, run } from '#features/payouts/testing/payouts.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { settleReturns } from '#features/returns/server/settle-returns.ts'
import { secondYesJob } from '#features/second-yes/server/look-after-yeses.ts'
import { bookCourierFile, CheckedFile, checkCourierFile } from '#features/shipping/courier-file.contract.ts'
import { courierFileForm } from '#features/shipping/testing/cash-parcels.ts'
import { AppError } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { type Paise, paise, readRupees, toRupees, writeRupees } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { DAY_MS } from '#shared/time.ts'
import { onPostgres, randomTest, type TestParts } from '#testing/shop.ts'
import { expectAllDone, expectGivenOnce, type Numbers, numbersOf } from './all-done.ts'
import { createStripeActs } from './at-stripe.ts'
import { type Backup, comeBack, takeBackup } from './backup.ts'
import { makersAndGoods } from './goods.ts'
import { decide, secondPerson } from './second-person.ts'

// A month of a shop from outside, in which anything happens, and then everything that a person can do about it. On one of its days the machine is
// lost and a backup of a day or two before is restored, as operators do it on either database. Two people have `money`, so large sums wait. In the end nothing may be held, no piece has gone
// back twice, no number is given twice, and payment service, books, dues, payouts, statements and the bank's file say the same.
// TEST_MONTHS=20 TEST_DAYS=30 lives through twenty whole months, TEST_SEED=7 through others; npm run months does it on both databases.

const START = Date.parse('2026-11-02T06:30:00Z')
const ORDERS_A_DAY = 6
const PAYOUTS_EVERY = 3
/** A person looks at everything so often before the last payout; what is still open then is stuck. */
const LAST_LOOKS = 4
const { seed: first, months, days: DAYS } = randomTest
const seeds = Array.from({ length: months }, (_, at) => first + at)

it.each(seeds)(
  'a month ends with nothing held, and all books agree (seed %i)',
  (seed) => liveMonth(seed),
  60_000 + DAYS * 60_000,
)

const settings = { LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001', PAYOUT_MIN: '1', SECOND_YES_FROM: '2500' }

async function liveMonth(seed: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-month-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    await live(seed, folder, closing)
  } catch (error) {
    console.error(`seed ${seed}`)
    throw error
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function live(seed: number, folder: string, closing: (() => Promise<unknown>)[]) {
  const random = createRandom(seed)
  const { pick, whole, happens } = random
  let orders: Placed[] = []
  let today = 0
  let now = new Date(START)
  const stripe = await testStripe(() => now)
  closing.push(stripe.close)
  async function open(name: string, before?: TestParts['before']) {
    const dataDir = onPostgres ? {} : { dataDir: path.join(folder, name) }
    const opened = await paymentShop(settings, 1, { stripe, ...dataDir, ...(before ? { before } : {}) })
    closing.push(opened.close)
    opened.setClock(now)
    return opened
  }
  let shop = await open('first')
  function setDay(days: number) {
    today = days
    now = new Date(START + days * DAY_MS)
    shop.setClock(now)
  }
  const second = await secondPerson(shop)
  let seller = await shop.seller({ staysProved: true })

  /** The shopper pays at Stripe, whose event comes at once. */
  async function pay(_: Shopper, url: string) {
    const session = shop.sessionAt(url)
    shop.stripe.complete(session.id, { paid: true })
    await shop.tell('completed', shop.stripe.sessionOf(session.id))
  }
  // Refunds fail at Stripe, which tells it.
  const newActs = () => createActs(shop, random, { pay, without: ['refund failed'] })
  let acts = await newActs()
  const { makers, products } = await makersAndGoods(shop, seller, random)
  let shoppers = await Promise.all([1, 2, 3, 4].map((at) => shop.shopper(`Ananya ${at}`)))
  const read = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order
  /** What makes no sense just now is refused, as people are. */
  const may = (act: Promise<unknown>) =>
    act.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error
    })
  let transfers = 0
  function reference() {
    transfers += 1
    return `UPI ${transfers}`
  }

  async function nextDay() {
    await shop.work()
    await settleReturns(shop.deps)
    await writeLedger(shop.deps)
    await compareGateway(shop.deps)
    await settleReturns(shop.deps)
    await writeLedger(shop.deps)
    setDay(today + 1)
    await secondYesJob(shop.deps).work(() => false)
    seller = await shop.seller({ staysProved: true })
    await acts.logIn()
  }

  /** What the bank has paid to makers: its statement knows it whatever the books say. */
  const bank: { producer: string; amount: Paise; reference: string; run: number }[] = []
  /** Payout runs that waited for a second person. */
  let waited = 0
  /** Parcels that the courier has of orders which the books have lost. */
  const lostParcels: string[] = []

  /** The machine is lost, and the backup is put into another one. */
  async function restore(backup: Backup) {
    const before = await numbersOf(shop.db)
    const old = shop
    const inBooks = new Set(backup.orders)
    const lost = orders.filter(({ id }) => !inBooks.has(id))
    const codes = await shop.db.selectFrom('orders').select(['id', 'number']).execute()
    for (const { id, number } of codes) if (!inBooks.has(id)) lostParcels.push(`H${number}-1`)
    closing.splice(closing.indexOf(old.close), 1)
    await old.close()
    shop = await backup.restore()
    seller = await shop.seller({ staysProved: true })
    acts = await newActs()
    const again = await Promise.all(shoppers.map((shopper) => comeBack(shop, shopper)))
    shoppers = again
    orders = orders
      .filter((order) => !lost.includes(order))
      .map(({ id, shopper }) => ({ id, shopper: again.find(({ email }) => email === shopper.email) ?? shopper }))
    await seeToPayouts()
    return before
  }

  /** With the statement of the bank: what it has paid and the books do not know as sent. */
  async function seeToPayouts() {
    expect((await run(seller)).json()).toMatchObject({ code: 'PAYOUTS_LOCKED' })
    for (const { producer: maker, amount, reference, run: number } of bank) {
      const known = await shop.db
        .selectFrom('payouts')
        .select(['id', 'state', 'reference'])
        .where('producer_id', '=', maker)
        .where('run', '=', number)
        .where('amount_paise', '=', amount)
        .executeTakeFirst()
      if (known?.reference === reference) continue
      const body = known?.state === 'open' ? { payout: known.id } : { producer: maker, amount: toRupees(amount) }
      await seller.api(enterFoundPayout, { body: { reference, ...body } })
    }
    const last = bank.at(-1)?.reference ?? null
    await seller.api(confirmLastPayout, { body: { reference: last, nothingMissing: true } })
  }

  const { refundLost, stripeActs } = createStripeActs(() => shop, random)

  /** The courier's cash file: most of what was delivered, now and then short. */
  async function cashFile() {
    const rows = await shop.db
      .selectFrom('parcels')
      .innerJoin('orders', 'orders.id', 'parcels.order_id')
      .select([
        'orders.number as order',
        'parcels.number as parcel',
        'cash_paise',
        'cash_received_paise',
        'cash_let_go_paise',
      ])
      .where('parcels.status', '=', 'Delivered')
      .where('cash_paise', '>', paise(0))
      .orderBy('orders.number')
      .execute()
    const lines = rows.flatMap(({ order, parcel, cash_paise, cash_received_paise, cash_let_go_paise }) => {
      const open = cash_paise - cash_received_paise - cash_let_go_paise
      if (open <= 0 || happens(0.3)) return []
      return [`H${order}-${parcel},${writeRupees(paise(happens(0.1) ? whole(1, open) : open))}`]
    })
    const lost = lostParcels.splice(0)
    lines.push(...lost.map((code) => `${code},100.00`))
    if (lines.length === 0) return
    const text = ['Parcel,Amount', ...lines].join('\n')
    const columns = { parcel: 0, amount: 1, heading: true }
    const form = await courierFileForm(
      text,
      { kind: 'cash', columns: JSON.stringify(columns), again: 'yes' },
      `cash ${today}.csv`,
    )
    const answer = await seller.send({ method: 'POST', url: checkCourierFile.path, ...form })
    expect(answer.statusCode, answer.body).toBe(200)
    const { _id: id, toBook } = CheckedFile.parse(answer.json())
    if (lost.length > 0) expect(answer.body).toContain('are lost. Settle it with the courier by hand.')
    if (toBook > 0) await seller.api(bookCourierFile, { params: { id } })
  }

  /** A run, which may wait for a second person. */
  async function makeRun() {
    const answer = await run(seller)
    if (answer.statusCode === 409) return
    expect([200, 202], answer.body).toContain(answer.statusCode)
    if (answer.statusCode === 202) waited += 1
  }

  /** The shop gives a maker something, or takes it back; much of it waits. */
  async function correct() {
    const amount = toRupees(paise(whole(-500_00, 4_000_00)))
    const body = { reason: 'Counted again', producer: pick(makers), maker: amount, shop: -amount }
    await may(seller.api(addCorrection, { body, headers: { 'idempotency-key': newId() } }))
  }

  /** What is to be paid, with each run's file for the bank; the bank pays most of it. */
  async function payOut(isLast = false) {
    const open = await shop.db
      .selectFrom('payouts')
      .selectAll()
      .where('state', '=', 'open')
      .orderBy('run')
      .orderBy('id')
      .execute()
    for (const [number, payouts] of Map.groupBy(open, (payout) => payout.run)) {
      await prove(seller)
      const file = await seller.send({ method: 'GET', url: `/api/payout/run/${number}/bank.csv` })
      const inFile = file.body.trim().split(/\r?\n/).slice(1)
      expect(inFile.map((row) => readRupees(row.slice(1, -1).split('","')[6] ?? '')).toSorted()).toEqual(
        payouts.map(({ amount_paise }) => amount_paise).toSorted(),
      )
    }
    for (const payout of open) {
      const params = { id: payout.id }
      if (isLast || happens(0.85)) {
        const sent = { producer: payout.producer_id, amount: payout.amount_paise, reference: reference() }
        bank.push({ ...sent, run: payout.run })
        await seller.api(markPayoutSent, { params, body: { reference: sent.reference } })
      } else await seller.api(markPayoutFailed, { params, body: { reason: 'The account is closed' } })
    }
  }

  /** A person does whatever waits. */
  async function seeToEverything() {
    for (const { id } of orders) await seeToOrder(await read(id))
    for (const one of await openReturns()) await seeToReturn(one)
    await decide(await second.logIn(shop))
    await shop.work()
    await settleReturns(shop.deps)
    await refundLost()
    const { problems } = await seller.api(listMoneyProblems, { query: {} })
    for (const { _id } of problems)
      await seller.api(closeMoneyProblem, { params: { id: _id }, body: { note: 'Seen to' } })
  }
  const openReturns = async () =>
    (await shop.db.selectFrom('returns').select(['id', 'order_id', 'state']).execute()).filter(({ state }) =>
      isReturnOpen(state),
    )

  async function seeToOrder(order: Order) {
    const params = { id: order._id }
    if (order.status === 'Order Placed' || order.status === 'Confirmed')
      await may(seller.api(moveOrder, { params, body: { status: 'Cancelled' } }))
    const all = [...order.parcels, ...order.exchanges]
    const parcels = all.map(({ _id }) => _id)
    if (parcels.length === 0) return
    for (const to of ['Packed', 'Shipped', 'Delivered'] as const)
      await seller.api(moveParcels, { body: { parcels, to } })
    const refused = all.flatMap(({ _id, status }) => (status === 'Refused' ? [_id] : []))
    if (refused.length > 0)
      await seller.api(moveParcels, { body: { parcels: refused, to: 'Returned', good: happens(0.5) } })
    for (const { _id } of order.parcels)
      await may(seller.api(letGoOfCash, { params: { id: _id }, body: { reason: 'It never came' } }))
    const { returns } = await read(order._id)
    if (!returns.some(({ state }) => isReturnOpen(state))) await refundOwing(order._id)
  }

  /** What came back is paid back. */
  async function refundOwing(id: string) {
    const lines = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', id).execute()
    for (const { product_id, restocked, written_off, refunded } of lines) {
      const owing = { product: product_id, quantity: restocked + written_off - refunded }
      const body = { lines: [owing], method: 'upi' as const, reference: reference() }
      if (owing.quantity > 0) await may(seller.api(refundOrder, { params: { id }, body }))
    }
  }

  async function seeToReturn({ id, order_id, state }: { id: string; order_id: string; state: string }) {
    const step = (body: object) =>
      seller.send({ method: 'PATCH', url: moveReturn.path.replace(':id', id), payload: body })
    if (state === 'asked')
      await step(happens(0.7) ? { to: 'accepted', message: 'Send it' } : { to: 'declined', message: 'No' })
    await step({ to: happens(0.6) ? 'arrived' : 'damaged', faulty: happens(0.3) })
    const closed = await step({ to: 'closed', method: 'upi', reference: reference() })
    if (closed.statusCode !== 200 && closed.json().code === 'REFUND_AT_ORDER') await refundOwing(order_id)
  }

  const backupDay = whole(0, DAYS - 2)
  const restoreDay = Math.min(DAYS - 1, backupDay + whole(1, 2))
  let backup: Backup | undefined
  let before: Numbers | undefined
  for (let day = 0; day < DAYS; day += 1) {
    for (let at = 0; at < ORDERS_A_DAY; at += 1) {
      // Stripe takes no more than ₹9,99,999.99.
      const placed = await acts.place(pick(shoppers), products).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'AMOUNT_NOT_PAYABLE') throw error
      })
      if (placed) orders.push(placed)
    }
    const ids = orders.map(({ id }) => id)
    for (const to of ['Confirmed', 'Packed', 'Shipped'] as const)
      await acts.move(
        to,
        'orders',
        ids.slice(-40).filter(() => happens(0.8)),
      )
    const inExchange = await shop.db
      .selectFrom('parcels')
      .select('id')
      .where('return_id', 'is not', null)
      .where('status', 'in', ['To pack', 'Packed'])
      .orderBy('id')
      .execute()
    for (const to of ['Packed', 'Shipped'] as const)
      await acts.move(
        to,
        'parcels',
        inExchange.filter(() => happens(0.6)).map(({ id }) => id),
      )
    const onWay = await shop.db
      .selectFrom('parcels')
      .select('id')
      .where('status', '=', 'Shipped')
      .orderBy('id')
      .execute()
    const outcomes = Map.groupBy(onWay, () =>
      pick(['Delivered', 'Delivered', 'Delivered', 'Delivered', 'Refused', 'Lost', 'Shipped'] as const),
    )
    for (const [to, parcels] of outcomes)
      if (to !== 'Shipped')
        await acts.move(
          to,
          'parcels',
          parcels.map(({ id }) => id),
        )
    if (happens(0.6)) await cashFile()
    for (const order of orders) if (happens(0.1)) await acts.anyAct(order)
    if (happens(0.7)) await stripeActs()
    if (happens(0.4)) await correct()
    if (day % PAYOUTS_EVERY === PAYOUTS_EVERY - 1) await makeRun()
    if (happens(0.7)) await decide(await second.logIn(shop), random)
    await payOut()
    if (day === backupDay) backup = await takeBackup(shop, folder, open)
    if (day === restoreDay && backup) before = await restore(backup)
    await nextDay()
  }
  for (const { id, status } of [...shop.stripe.disputes])
    if (status === 'needs_response') shop.stripe.endDispute(id, 'lost')
  for (let look = 0; look < LAST_LOOKS; look += 1) {
    await nextDay()
    await seeToEverything()
  }
  await nextDay()
  setDay(today + 10)
  await nextDay()
  await makeRun()
  await decide(await second.logIn(shop))
  await payOut(true)
  await nextDay()
  expect(waited).toBeGreaterThan(0)
  await expectAllDone(shop, seed)
  expectGivenOnce(before ?? [], await numbersOf(shop.db))
}
