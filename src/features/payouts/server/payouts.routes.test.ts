import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { editProducer } from '#features/producers/producers.contract.ts'
import { ask, deliver } from '#features/returns/testing/returns.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { done } from '#features/second-yes/testing/done.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  listDue,
  listPayoutRuns,
  listPayouts,
  makePayoutRun,
  markPayoutFailed,
  markPayoutSent,
  markRunSent,
} from '../payouts.contract.ts'
import { addMaker, bankAccount, giveAccount, owe, run, type Seller, shopWithDues, unprove } from '../testing/payouts.ts'

let shop: TestShop
let seller: Seller
let asha: string
let ravi: string
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  ;({ seller, asha, ravi } = await shopWithDues(shop))
})
afterEach(() => shop.close())

const due = () => seller.api(listDue)
const balanceOf = async (id: string) => (await due()).balances.find(({ producer }) => producer._id === id)
const makeRun = async (key = newId()) =>
  done(
    await seller.api(makePayoutRun, {
      headers: { 'idempotency-key': key },
      body: { currentPassword: sellerSettings.SELLER_PASSWORD },
    }),
  )
const payoutsOf = async (producer: string) => (await seller.api(listPayouts, { query: { producer } })).payouts
async function firstOf(producer: string) {
  const [payout] = await payoutsOf(producer)
  if (!payout) throw new Error('this producer has a payout')
  return payout
}
const sent = (id: string, reference: string) => seller.api(markPayoutSent, { params: { id }, body: { reference } })
const failed = (id: string, reason: string) => seller.api(markPayoutFailed, { params: { id }, body: { reason } })
/** What the ledger says was paid to a producer, less what failed. */
async function paidTo(producer: string) {
  const { rows } = await sql<{ paid: number }>`select cast(coalesce(-sum(producer_paise), 0) as bigint) as paid
    from ledger_entries join ledger_makers on ledger_makers.number = maker_number
    where kind in ('payout', 'payout failed') and producer_id = ${producer}`.execute(shop.db)
  return rows[0]?.paid
}

describe('balances', () => {
  it('say what is due, in the days to return, and what the next run does', async () => {
    const [poor, bare, netted, quiet] = [
      await addMaker(shop.deps, 'Below'),
      await addMaker(shop.deps, 'No account'),
      await addMaker(shop.deps, 'Netted'),
      await addMaker(shop.deps, 'Later'),
    ]
    for (const maker of [poor, netted, quiet]) await giveAccount(seller, maker)
    await owe(shop.deps, poor, 499_99)
    await owe(shop.deps, bare, 2146_00)
    await owe(shop.deps, netted, 300_00)
    await owe(shop.deps, netted, -500_00)
    await owe(shop.deps, quiet, 700_50, { dueAt: Date.now() + DAY_MS })
    await owe(shop.deps, asha, 24_50, { dueAt: Date.now() + DAY_MS })
    const { balances, ...rest } = await due()
    expect(balances.map(({ producer, due, later, next }) => [producer.name, due, later, next])).toEqual([
      ['Asha', 100_000, 2450, 'run'],
      ['Ravi', 100_000, 0, 'run'],
      ['Below', 49_999, 0, 'below'],
      ['No account', 214_600, 0, 'no account'],
      ['Netted', -20_000, 0, 'netted'],
      ['Later', 0, 70_050, 'nothing'],
    ])
    expect(balances[0]?.account).toBe('SBI, ends in 4417')
    expect(balances[1]?.account).toBe('UPI charkha@upi')
    expect(rest).toEqual({
      run: { amount: 200_000, producers: 2 },
      waiting: { amount: 264_599, producers: 2 },
      netted: { amount: -20_000, producers: 1 },
      later: { amount: 72_500, producers: 2 },
      held: { amount: 0, producers: 0 },
      least: 500_00,
      returnDays: 7,
      lockedSince: null,
    })
  })

  it('PAYOUT_MIN says from when on', async () => {
    const other = await testShop({ ...sellerSettings, PAYOUT_MIN: '1001' })
    const { seller } = await shopWithDues(other)
    expect((await seller.api(listDue)).balances.map(({ next }) => next)).toEqual(['below', 'below'])
    expect((await run(seller)).json()).toMatchObject({
      code: 'NOBODY_TO_PAY',
      message: 'Nobody can be paid now: no producer with an account has ₹1,001.00 or more due',
    })
    await other.close()
  })

  it('hold what has an open return, and pieces that are back and not refunded', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product({ offerPricePaise: 100_00, producerId: asha })
    const orderOf = async (quantity: number) => {
      const id = String((await placeOrder(shopper, [{ product, quantity }])).json().orderId)
      await deliver(seller, id)
      // What it owes is entered by hand.
      await shop.db.updateTable('orders').set({ ledger_salt: null }).where('id', '=', id).execute()
      await owe(shop.deps, asha, 50_00, { order: { id, line: 1 } })
      return id
    }
    const [first, second] = [await orderOf(1), await orderOf(2)]
    expect(await balanceOf(asha)).toMatchObject({ due: 1100_00, held: 0 })
    await ask(shopper, { order: first, items: [{ product, quantity: 1 }] })
    expect(await balanceOf(asha)).toMatchObject({ due: 1050_00, held: 50_00 })
    await shop.db.updateTable('order_lines').set({ restocked: 1 }).where('order_id', '=', second).execute()
    expect(await balanceOf(asha)).toMatchObject({ due: 1000_00, held: 100_00, next: 'run' })
    expect((await due()).held).toEqual({ amount: 100_00, producers: 1 })

    await makeRun()
    expect((await firstOf(asha)).amount).toBe(1000_00)
    expect(await balanceOf(asha)).toMatchObject({ due: 0, held: 100_00 })
    await shop.db.updateTable('order_lines').set({ refunded: 1 }).where('order_id', '=', second).execute()
    expect(await balanceOf(asha)).toMatchObject({ due: 50_00, held: 50_00 })
  })

  it('of a suspended producer stay due, and of one whose record is gone keep the name on the payout', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product({ producerId: asha })
    await placeOrder(shopper, [{ product, quantity: 1 }])
    const suspend = (suspended_at: number | null) =>
      shop.db.updateTable('producers').set({ suspended_at }).where('id', '=', asha).execute()
    await suspend(1)
    expect(await balanceOf(asha)).toMatchObject({ due: 1000_00, next: 'suspended' })
    expect((await makeRun()).run).toMatchObject({ producers: 1, amount: 1000_00 })
    expect(await balanceOf(asha)).toMatchObject({ due: 1000_00, next: 'suspended' })
    await suspend(null)
    await makeRun()
    const rename = { name: 'Ravi and Daughters' }
    await shop.db.updateTable('producers').set(rename).where('id', '=', ravi).execute()
    await shop.db.deleteFrom('producers').where('id', '=', asha).execute()
    expect((await firstOf(asha)).producer.name).toBe('Asha')
    expect((await firstOf(ravi)).producer.name).toBe('Ravi')
    await owe(shop.deps, asha, 600_00)
    await owe(shop.deps, ravi, 600_00)
    expect((await due()).balances.map(({ producer }) => producer.name)).toEqual(['Asha', 'Ravi and Daughters'])
  })
})

describe('a run', () => {
  it('asks for the password, which opens it for ten minutes', async () => {
    const bare = () => seller.send({ method: 'POST', url: '/api/payout/run', headers: { 'idempotency-key': newId() } })
    await unprove(shop)
    expect([(await bare()).statusCode, (await bare()).json().code]).toEqual([401, 'ASK_AGAIN'])
    const wrong = { currentPassword: 'guessed it' }
    await expect(seller.api(proveAgain, { body: wrong })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await due()).run.producers).toBe(2)
    await seller.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })
    expect((await bare()).statusCode).toBe(200)
  })

  it('waits a day with an account that took the place of another one, and tells the address before of a new one', async () => {
    const again = { ...bankAccount, accountNumber: '40004567894418' }
    await giveAccount(seller, asha, again)
    expect(await balanceOf(asha)).toMatchObject({ next: 'waits', account: 'SBI, ends in 4418' })
    await giveAccount(seller, asha, null)
    await giveAccount(seller, asha, bankAccount)
    expect((await balanceOf(asha))?.next).toBe('waits')
    const old = await shop.db.selectFrom('producers').select('email').where('id', '=', ravi).executeTakeFirst()
    await seller.api(editProducer, { params: { id: ravi }, body: { email: 'somebody@example.com' } })
    expect((await balanceOf(ravi))?.next).toBe('waits')
    expect((await run(seller)).json()).toMatchObject({ code: 'NOBODY_TO_PAY' })
    const told = await shop.db
      .selectFrom('outbox')
      .select('recipient')
      .where('kind', '=', 'producer address changed')
      .execute()
    expect(told).toEqual([{ recipient: old?.email }])
    shop.setClock(new Date(Date.now() + DAY_MS + 1000))
    seller = await shop.seller()
    expect((await makeRun()).run).toMatchObject({ producers: 2, amount: 2000_00 })
  })

  it('pays what is due once, and says so', async () => {
    const { message, run: made } = await makeRun()
    expect(message).toBe('Run 1: ₹2,000.00 to 2 producers')
    expect(made).toMatchObject({
      number: 1,
      madeBy: 'seller@example.com',
      isFound: false,
      amount: 2000_00,
      producers: 2,
    })
    expect(made).toMatchObject({ open: 2, sent: 0, failed: 0, failures: [] })
    expect(await payoutsOf(asha)).toMatchObject([
      { run: 1, amount: 1000_00, state: 'open', account: 'SBI, ends in 4417', producer: { _id: asha, name: 'Asha' } },
    ])
    expect((await due()).balances).toEqual([])
    expect([await paidTo(asha), await paidTo(ravi)]).toEqual([1000_00, 1000_00])
    const ledger = await shop.db
      .selectFrom('ledger_entries')
      .select(['number', 'hash'])
      .orderBy('number', 'desc')
      .execute()
    const payout = await shop.db.selectFrom('payouts').selectAll().where('producer_id', '=', asha).executeTakeFirst()
    expect(payout).toMatchObject({ last_number: 4, last_hash: ledger[0]?.hash })
    expect((await run(seller)).json()).toMatchObject({ code: 'NOBODY_TO_PAY' })
    expect((await seller.api(listPayoutRuns)).runs).toHaveLength(1)
  })

  it('needs a key, and the same key makes it once', async () => {
    const bare = await seller.send({ method: 'POST', url: '/api/payout/run', payload: {} })
    expect(bare.statusCode).toBe(400)
    expect(bare.json().message).toContain('Idempotency-Key')
    const first = await run(seller, 'monday')
    await owe(shop.deps, asha, 900_00)
    const again = await run(seller, 'monday')
    expect(again.json()).toEqual(first.json())
    expect((await balanceOf(asha))?.due).toBe(900_00)
    expect((await makeRun()).run).toMatchObject({ number: 2, amount: 900_00 })
  })

  it('pays each producer once when several are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => run(seller)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const same = await Promise.all([
      owe(shop.deps, asha, 800_00).then(() => run(seller, 'same')),
      ...Array.from({ length: 4 }, () => run(seller, 'same')),
    ])
    for (const { json, statusCode } of same) if (statusCode === 200) expect(json().run.number).toBe(2)
    await run(seller, 'same')
    expect(await paidTo(asha)).toBe(1800_00)
    expect(await paidTo(ravi)).toBe(1000_00)
    expect(await payoutsOf(asha)).toHaveLength(2)
  })

  it('nets what came back after a payout', async () => {
    await makeRun()
    await owe(shop.deps, asha, -300_00)
    expect(await balanceOf(asha)).toMatchObject({ due: -300_00, next: 'netted' })
    expect((await run(seller)).statusCode).toBe(409)
    await owe(shop.deps, asha, 900_00)
    expect(await balanceOf(asha)).toMatchObject({ due: 600_00, next: 'run' })
    expect((await makeRun()).run).toMatchObject({ amount: 600_00, producers: 1 })
  })

  it('is for the seller alone', async () => {
    const shopper = await shop.shopper()
    expect((await run(shopper)).statusCode).toBe(403)
    expect((await shop.request({ method: 'GET', url: '/api/payout/due' })).statusCode).toBe(401)
  })
})

describe('a payout', () => {
  it('is sent with the reference of the bank, once', async () => {
    await makeRun()
    const { _id } = await firstOf(asha)
    const { payout } = await sent(_id, 'SBIN526001')
    expect(payout).toMatchObject({ state: 'sent', reference: 'SBIN526001', endedBy: 'seller@example.com' })
    expect((await sent(_id, 'SBIN526001')).payout).toEqual(payout)
    await expect(sent(_id, 'SBIN526002')).rejects.toMatchObject({ code: 'PAYOUT_ENDED', status: 409 })
    await expect(failed(_id, 'wrong')).rejects.toMatchObject({
      message: expect.stringMatching(/^This payout is sent, reference SBIN526001\. seller@example\.com noted it on /),
    })
    await expect(sent(_id, ' ')).rejects.toMatchObject({ status: 400 })
    await expect(sent(_id, '1,23456789012346E+016')).rejects.toMatchObject({
      message: 'A spreadsheet has shortened this reference. Write it out',
    })
    await expect(sent('none', 'SBIN526001')).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' })
    await owe(shop.deps, asha, 700_00)
    await makeRun()
    await expect(sent((await firstOf(asha))._id, 'SBIN526001')).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    // A bank may give all payouts of a run one reference.
    expect((await sent((await firstOf(ravi))._id, 'SBIN526001')).payout.state).toBe('sent')
  })

  it('is sent with all others of its run by one reference, which did not fail', async () => {
    const [failing, late] = [await addMaker(shop.deps, 'Failing'), await addMaker(shop.deps, 'Late')]
    for (const maker of [failing, late]) {
      await giveAccount(seller, maker)
      await owe(shop.deps, maker, 600_00)
    }
    await makeRun()
    await sent((await firstOf(late))._id, 'EARLIER')
    await failed((await firstOf(failing))._id, 'wrong account number')
    const all = (reference: string, id = '1') => seller.api(markRunSent, { params: { id }, body: { reference } })
    const { message, run } = await all('SBIN526001')
    expect(message).toBe('Sent to 2 makers, reference SBIN526001')
    expect(run).toMatchObject({ open: 0, sent: 3, failed: 1 })
    expect(await firstOf(ravi)).toMatchObject({ state: 'sent', reference: 'SBIN526001', endedBy: 'seller@example.com' })
    expect(await firstOf(late)).toMatchObject({ reference: 'EARLIER' })
    expect(await firstOf(failing)).toMatchObject({ state: 'failed' })
    expect(await all('SBIN526001')).toEqual({ message, run })
    await expect(all('SBIN526002')).rejects.toMatchObject({ code: 'NOTHING_OPEN', status: 409 })
    await expect(all('SBIN526001', '2')).rejects.toMatchObject({ code: 'PAYOUT_RUN_NOT_FOUND' })
    await expect(all(' ')).rejects.toMatchObject({ status: 400 })

    for (const maker of [ravi, failing]) await owe(shop.deps, maker, 700_00)
    await makeRun()
    await expect(all('SBIN526001', '2')).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    expect((await firstOf(failing)).state).toBe('open')
  })

  it('that failed is due again at once and comes in the next run', async () => {
    await makeRun()
    const { _id } = await firstOf(asha)
    const { payout } = await failed(_id, 'wrong account number')
    expect(payout).toMatchObject({ state: 'failed', reason: 'wrong account number' })
    expect((await failed(_id, 'wrong account number')).payout).toEqual(payout)
    await expect(failed(_id, 'another reason')).rejects.toMatchObject({ code: 'PAYOUT_ENDED' })
    await expect(sent(_id, 'SBIN526001')).rejects.toMatchObject({ code: 'PAYOUT_ENDED' })
    expect(await paidTo(asha)).toBe(0)
    expect(await balanceOf(asha)).toMatchObject({ due: 1000_00, next: 'run' })
    expect((await seller.api(listPayoutRuns)).runs[0]).toMatchObject({
      ...{ open: 1, failed: 1 },
      failures: [{ producer: { _id: asha, name: 'Asha' }, reason: 'wrong account number' }],
    })
    expect((await makeRun()).run).toMatchObject({ number: 2, amount: 1000_00, producers: 1 })
    expect(await paidTo(asha)).toBe(1000_00)
    expect((await seller.api(listPayouts, { query: { state: 'failed' } })).payouts).toMatchObject([{ _id }])
    expect((await seller.api(listPayouts, { query: { run: '1' } })).total).toBe(2)
  })

  it('sent and failed at once becomes one of them', async () => {
    await makeRun()
    const { _id } = await firstOf(asha)
    const answers = await Promise.all([
      seller.send({ method: 'POST', url: `/api/payout/${_id}/sent`, payload: { reference: 'A1' } }),
      seller.send({ method: 'POST', url: `/api/payout/${_id}/failed`, payload: { reason: 'wrong' } }),
      seller.send({ method: 'POST', url: `/api/payout/${_id}/failed`, payload: { reason: 'closed' } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const { state } = await firstOf(asha)
    expect(await paidTo(asha)).toBe(state === 'sent' ? 1000_00 : 0)
  })
})
