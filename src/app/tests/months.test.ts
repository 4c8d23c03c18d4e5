import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { writeBackup } from '#app/backup/write-backup.ts'
import { markRestored } from '#app/restored.ts'
import { login } from '#features/auth/auth.contract.ts'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { createActs, type Placed, type Shopper } from '#features/ledger/testing/random-orders.ts'
import { closeMoneyProblem, listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { getSellerOrder, type Order } from '#features/orders/orders.contract.ts'
import { letGoOfCash, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { isReturnOpen } from '#features/orders/returns.states.ts'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { compareGateway } from '#features/payments/server/compare-gateway.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { testStripe } from '#features/payments/testing/stripe.ts'
import {
  confirmLastPayout,
  enterFoundPayout,
  listDue,
  markPayoutFailed,
  markPayoutSent,
} from '#features/payouts/payouts.contract.ts'
import { checkPayouts } from '#features/payouts/server/check-payouts.ts'
import { getStatement } from '#features/payouts/statements.contract.ts'
import { giveAccount, prove, run } from '#features/payouts/testing/payouts.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { settleReturns } from '#features/returns/server/settle-returns.ts'
import { bookCourierFile, CheckedFile, checkCourierFile } from '#features/shipping/courier-file.contract.ts'
import { courierFileForm } from '#features/shipping/testing/cash-parcels.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#shared/app-error.ts'
import { type Paise, paise, readRupees, sumOf, toRupees, writeRupees } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { DAY_MS } from '#shared/time.ts'
import { onPostgres, postgresAddress, randomTest, type TestParts } from '#testing/shop.ts'

// A month of a shop from outside, in which anything happens, and then everything that a person can do about it. On one of its days the machine is
// lost and a backup of a day or two before is restored, as operators do it on either database. In the end nothing may be held, no piece has gone
// back twice, no number is given twice, and payment service, books, dues, payouts, statements and the bank's file say the same.
// TEST_MONTHS=20 TEST_DAYS=30 lives through twenty whole months, TEST_SEED=7 through others; npm run months does it on both databases.

const START = Date.parse('2026-11-02T06:30:00Z')
const ORDERS_A_DAY = 6
const PAYOUTS_EVERY = 7
/** A person looks at everything so often before the last payout; what is still open then is stuck. */
const LAST_LOOKS = 4
const { seed: first, months, days: DAYS } = randomTest
const seeds = Array.from({ length: months }, (_, at) => first + at)

it.each(seeds)(
  'a month ends with nothing held, and all books agree (seed %i)',
  (seed) => liveMonth(seed),
  60_000 + DAYS * 60_000,
)

const settings = { LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001', PAYOUT_MIN: '1' }

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
  const makers = [
    await producer(shop, 'Asha Silk'),
    await producer(shop, 'Ravi Honey'),
    await producer(shop, 'Lata Pots', { sends: false }),
  ]
  for (const maker of makers) await giveAccount(seller, maker)
  const products: string[] = []
  for (let at = 0; at < 12; at += 1) {
    const offerPricePaise = paise(whole(50_00, 1_500_00))
    const id = await shop.product({
      name: `Bowl ${at}`,
      pricePaise: offerPricePaise,
      offerPricePaise,
      stock: 1_000_000,
      producerId: pick(makers),
    })
    const prices = {
      maker_price_paise: paise(Math.floor(offerPricePaise * 0.6)),
      costs_paise: paise(Math.floor(offerPricePaise * 0.1)),
    }
    if (happens(0.9)) await shop.db.updateTable('products').set(prices).where('id', '=', id).execute()
    products.push(id)
  }
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
    seller = await shop.seller({ staysProved: true })
    await acts.logIn()
  }

  /** What the bank has paid to makers: its statement knows it whatever the books say. */
  const bank: { producer: string; amount: Paise; reference: string; run: number }[] = []
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

  /** Money at Stripe for orders that are lost goes back there: a person finds it under Problems. */
  async function refundLost() {
    for (const { payment_intent, client_reference_id } of stripe.sessions.values()) {
      const known = await shop.db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', client_reference_id)
        .executeTakeFirst()
      if (known || !payment_intent) continue
      const { captured, refunded } = stripe.ledgerOf(payment_intent)
      const isTaken = stripe.disputes.some((one) => one.payment_intent === payment_intent && one.status !== 'won')
      if (captured > refunded && !isTaken) stripe.refundThere(payment_intent)
    }
  }

  /** What Stripe does by itself; its events come, or get lost. */
  async function stripeActs() {
    const tell = async (type: string, object: object) => {
      if (happens(0.6)) await shop.deliver(shop.stripe.event(type, object))
    }
    const paid = [...shop.stripe.sessions.values()].flatMap(({ payment_intent }) => payment_intent ?? [])
    if (paid.length === 0) return
    const intent = pick(paid)
    const { captured, refunded } = shop.stripe.ledgerOf(intent)
    const isDisputed = shop.stripe.disputes.some(({ payment_intent }) => payment_intent === intent)
    const dice = random.fraction()
    if (dice < 0.3 && captured > refunded && !isDisputed) {
      const refund = shop.stripe.refundThere(intent, happens(0.5) ? undefined : whole(1, captured - refunded))
      await tell('charge.refunded', shop.stripe.chargeOf(intent))
      await tell('refund.created', refund)
    } else if (dice < 0.5 && captured > refunded && !isDisputed) {
      await tell('charge.dispute.created', shop.stripe.dispute(intent))
    } else if (dice < 0.7) {
      const open = shop.stripe.disputes.find(({ status }) => status === 'needs_response')
      if (open) await tell('charge.dispute.closed', shop.stripe.endDispute(open.id, happens(0.5) ? 'won' : 'lost'))
    } else {
      const made = shop.stripe.refunds.filter(({ status }) => status === 'succeeded')
      if (made.length > 0 && happens(0.5)) await tell('refund.failed', shop.stripe.failRefund(pick(made).id))
    }
  }

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

  /** A run, with its file for the bank; the bank pays most of it. */
  async function payOut(isLast = false) {
    const answer = await run(seller)
    if (answer.statusCode === 409) return
    expect(answer.statusCode, answer.body).toBe(200)
    const made = answer.json().run
    await prove(seller)
    const file = await seller.send({ method: 'GET', url: `/api/payout/run/${made.number}/bank.csv` })
    const payouts = await shop.db.selectFrom('payouts').selectAll().where('run', '=', made.number).execute()
    const inFile = file.body.trim().split(/\r?\n/).slice(1)
    expect(inFile.map((row) => readRupees(row.slice(1, -1).split('","')[6] ?? '')).toSorted()).toEqual(
      payouts.map(({ amount_paise }) => amount_paise).toSorted(),
    )
    for (const payout of payouts) {
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
    for (const { _id, state } of await openReturns()) await seeToReturn(_id, state)
    await shop.work()
    await settleReturns(shop.deps)
    await refundLost()
    const { problems } = await seller.api(listMoneyProblems, { query: {} })
    for (const { _id } of problems)
      await seller.api(closeMoneyProblem, { params: { id: _id }, body: { note: 'Seen to' } })
  }
  const openReturns = async () =>
    (await shop.db.selectFrom('returns').select(['id as _id', 'state']).execute()).filter(({ state }) =>
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
    const after = await read(order._id)
    // What came back is paid back.
    const lines = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', order._id).execute()
    const owing = lines.flatMap(({ product_id, restocked, written_off, refunded }) =>
      restocked + written_off > refunded ? [{ product: product_id, quantity: restocked + written_off - refunded }] : [],
    )
    const isOpen = after.returns.some(({ state }) => isReturnOpen(state))
    for (const line of isOpen ? [] : owing)
      await may(seller.api(refundOrder, { params, body: { lines: [line], method: 'upi', reference: reference() } }))
  }

  async function seeToReturn(id: string, state: string) {
    const step = (body: object) =>
      may(seller.send({ method: 'PATCH', url: moveReturn.path.replace(':id', id), payload: body }))
    if (state === 'asked')
      await step(happens(0.7) ? { to: 'accepted', message: 'Send it' } : { to: 'declined', message: 'No' })
    await step({ to: happens(0.6) ? 'arrived' : 'damaged', faulty: happens(0.3) })
    await step({ to: 'closed', method: 'upi', reference: reference() })
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
    if (day % PAYOUTS_EVERY === PAYOUTS_EVERY - 1) await payOut()
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
  await payOut(true)
  await nextDay()
  await expectAllDone(shop, seed)
  expectGivenOnce(before ?? [], await numbersOf(shop.db))
}

interface Backup {
  /** Ids of the orders in it. */
  orders: readonly string[]
  /** Opens a shop from it. */
  restore: () => Promise<PaymentShop>
}

const execute = promisify(execFile)

/** As operators make one: `npm run backup`, or pg_dump. */
async function takeBackup(
  { db, dataDir, deps }: PaymentShop,
  folder: string,
  open: (name: string, before?: TestParts['before']) => Promise<PaymentShop>,
): Promise<Backup> {
  const madeAt = deps.now()
  const orders = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  const file = path.join(folder, 'backup')
  const mark = (restored: Db) => markRestored(restored, deps.now(), {}, madeAt)
  if (!onPostgres) {
    await writeBackup({ dataDir, file, overwrite: false })
    const restore = async () => {
      await restoreBackup({ dataDir: path.join(folder, 'restored'), file })
      return open('restored', async (restored) => void (await mark(restored)))
    }
    return { orders, restore }
  }
  await execute('pg_dump', ['--format=custom', '--file', file, await postgresAddress(db)])
  const restore = () =>
    open('restored', async (restored) => {
      await execute('pg_restore', ['--no-owner', '--dbname', await postgresAddress(restored), file])
      await mark(restored)
    })
  return { orders, restore }
}

/** The same person in a shop that was restored: everybody is logged out. */
async function comeBack(shop: PaymentShop, shopper: Shopper): Promise<Shopper> {
  const own = shop.browser()
  await own.api(login, { body: { email: shopper.email, password: 'a good password' } })
  return { ...shopper, ...own }
}

/** Whose each number is that people hold: "invoices 7" is the order's id. */
type Numbers = readonly (readonly [string, string])[]

async function numbersOf(db: Db): Promise<Numbers> {
  const [orders, invoices, notes, entries, runs] = await Promise.all([
    db.selectFrom('orders').select(['number', 'id']).execute(),
    db.selectFrom('invoices').select(['number', 'order_id as id']).execute(),
    db.selectFrom('credit_notes').select(['number', 'order_id as id']).execute(),
    db.selectFrom('ledger_entries').select(['number', 'hash as id']).execute(),
    db.selectFrom('payout_runs').select(['number', 'key as id']).execute(),
  ])
  return Object.entries({ orders, invoices, notes, entries, runs }).flatMap(([name, rows]) =>
    rows.map(({ number, id }) => [`${name} ${number}`, id] as const),
  )
}

/** Numbers that were given out before the restore are of the same things after it, or of nothing. */
function expectGivenOnce(before: Numbers, after: Numbers) {
  const now = new Map(after)
  const others = before.filter(([number, id]) => (now.get(number) ?? id) !== id)
  expect(others).toEqual([])
  expect(before.length).toBeGreaterThan(0)
}

/** Nothing is held, nothing went back twice, and all who keep books say the same. */
async function expectAllDone(shop: PaymentShop, seed: number) {
  const seller = await shop.seller({ staysProved: true })
  const { db, stripe } = shop
  const due = await seller.api(listDue)
  expect({ seed, held: due.held, later: due.later }).toEqual({
    ...{ seed, held: { amount: 0, producers: 0 }, later: { amount: 0, producers: 0 } },
  })
  for (const { due: amount } of due.balances) expect(amount).toBeLessThanOrEqual(0)
  const returns = await db.selectFrom('returns').select(['id', 'state']).execute()
  expect(returns.filter(({ state }) => isReturnOpen(state))).toEqual([])
  const waiting = await db.selectFrom('orders').select(['number', 'status']).where('problem', '=', 1).execute()
  expect(waiting).toEqual([])

  const refunds = await db.selectFrom('refunds').selectAll().where('state', '!=', 'failed').execute()
  for (const line of await db.selectFrom('order_lines').selectAll().execute()) {
    const pieces = refunds
      .filter(({ order_id }) => order_id === line.order_id)
      .map(({ quantities }) => JSON.parse(quantities)[line.position] ?? 0)
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(line.refunded)
    expect(line.refunded).toBeLessThanOrEqual(line.quantity)
  }

  const { captured, refunded, disputed } = stripe.totals()
  const check = await compareGateway(shop.deps)
  const { problems } = await seller.api(listMoneyProblems, { query: {} })
  expect(problems).toEqual([])
  expect(check).toMatchObject({ off: 0 })
  const came = await db
    .selectFrom('orders')
    .select('amount_paise')
    .where('payment_type', '=', 'Online')
    .where('is_paid', '=', 1)
    .execute()
  const back = refunds.filter(({ method }) => method === 'card').map(({ amount_minor }) => paise(amount_minor))
  expect(sumOf(came.map(({ amount_paise }) => amount_paise)) - sumOf(back)).toBe(captured - refunded - disputed)

  const payouts = await db.selectFrom('payouts').selectAll().execute()
  expect(payouts.length).toBeGreaterThan(0)
  for (const payout of payouts) {
    const entries = await db.selectFrom('ledger_entries').selectAll().where('payout_id', '=', payout.id).execute()
    const paid = sumOf(entries.map(({ producer_paise }) => producer_paise))
    expect(paid + (payout.state === 'failed' ? 0 : payout.amount_paise)).toBe(0)
    const { key } = await db
      .selectFrom('payout_runs')
      .select('key')
      .where('number', '=', payout.run)
      .executeTakeFirstOrThrow()
    // What the bank had paid before the books knew of it holds no dues.
    if (payout.state === 'failed' || key.startsWith('found ')) continue
    const dues = await db.selectFrom('ledger_dues').select('amount_paise').where('payout_id', '=', payout.id).execute()
    expect(sumOf(dues.map(({ amount_paise }) => amount_paise))).toBe(payout.amount_paise)
    const { statement } = await seller.api(getStatement, { params: { id: payout.id }, query: {} })
    expect([statement.amount, statement.sums.together]).toEqual([payout.amount_paise, payout.amount_paise])
  }
  const found = await checkLedger(db, { checkLeaving: checkPayouts })
  expect(found?.fault).toBeUndefined()
}
