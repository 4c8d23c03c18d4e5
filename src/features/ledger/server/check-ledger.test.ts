import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainActivity } from '#features/audit/server/chain.ts'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { deliver, type Seller, type Shopper } from '#features/returns/testing/returns.ts'
import { transact } from '#kernel/background.ts'
import { isPostgres } from '#kernel/db/engine.ts'
import { createLog } from '#kernel/observe/log/log.ts'
import { paise } from '#shared/money.ts'
import { HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getLedgerCheck } from '../ledger.contract.ts'
import { hashEntry } from './chain.ts'
import { checkLedger } from './check-ledger.ts'
import { checkSomeOrders, type Fault, MISSING } from './check-orders.ts'
import { checkAndTell } from './nightly-check.ts'
import { writeLedger } from './write-ledger.ts'

let shop: TestShop
let seller: Seller
let shopper: Shopper
const logged: { level: string; msg: string; entry?: number }[] = []

beforeEach(async () => {
  logged.length = 0
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) })
  shop = await testShop({ ...sellerSettings, METRICS_TOKEN: 'a token of our own' }, { log })
  seller = await shop.seller()
  shopper = await shop.shopper()
  const producerId = await producer(shop, 'Asha Silk')
  await shop.db.updateTable('producers').set({ ledger_consent: 1 }).execute()
  const product = await shop.product({ producerId, offerPricePaise: 99_99, stock: 100 })
  const prices = { maker_price_paise: paise(55_55), costs_paise: paise(10_00) }
  await shop.db.updateTable('products').set(prices).where('id', '=', product).execute()
  for (let count = 0; count < 5; count += 1) {
    const key = { 'idempotency-key': `key ${count}` }
    const id = String((await placeOrder(shopper, [{ product, quantity: 1 }], key)).json().orderId)
    await deliver(seller, id)
  }
  await writeLedger(shop.deps)
})
afterEach(() => shop.close())

/** What somebody with the password of the database can do. */
async function dropTriggers() {
  const triggers = isPostgres(shop.db)
    ? ['ledger_entries_fixed']
    : ['ledger_entries_no_update', 'ledger_entries_no_delete']
  for (const trigger of triggers)
    await sql.raw(`drop trigger ${trigger}${isPostgres(shop.db) ? ' on ledger_entries' : ''}`).execute(shop.db)
}
/** With what is wrong in words. */
const inWords = ({ number, problem }: Fault) => ({ number, problem: shop.deps.word(problem) })
async function faultOf() {
  const fault = (await checkLedger(shop.db))?.fault
  return fault && inWords(fault)
}
const readEntries = () => shop.db.selectFrom('ledger_entries').selectAll().orderBy('number').execute()

/** Changes an entry, and gives it and those after it the hashes that then fit. */
async function rewrite(number: number, change: { maker_paise: number; shop_paise: number }) {
  const rows = await readEntries()
  let before = rows[number - 2]?.hash ?? ''
  for (const row of rows.slice(number - 1)) {
    const changed =
      row.number === number
        ? { ...row, maker_paise: paise(change.maker_paise), shop_paise: paise(change.shop_paise) }
        : row
    const hash = hashEntry({ ...changed, previous_hash: before })
    await shop.db
      .updateTable('ledger_entries')
      .set({ previous_hash: before, hash, maker_paise: changed.maker_paise, shop_paise: changed.shop_paise })
      .where('number', '=', row.number)
      .execute()
    before = hash
  }
}

const metric = async (name: string) => {
  const { body } = await shop.request({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: 'Bearer a token of our own' },
  })
  return body.split('\n').find((line) => line.startsWith(`${name} `))
}

describe('the check of the ledger', () => {
  it('finds nothing while all is right, also while an order waits to be entered', async () => {
    const last = (await readEntries()).at(-1)
    expect(await checkLedger(shop.db)).toEqual({ entries: 5, lastHash: last?.hash })
    await shop.db.updateTable('orders').set({ is_paid: 0 }).execute()
    await lookAgain(shop.db, 'ledger', shop.deps.now(), shop.db.selectFrom('orders'))
    await sql`update order_lines set refunded = 1`.execute(shop.db)
    expect(await faultOf()).toBeUndefined()
  })

  it.each([
    ['an amount', { maker_paise: paise(55_56) }, 'its hash is not that of its row'],
    ['a hash', { hash: 'f'.repeat(64) }, 'its hash is not that of its row'],
    ['the hash before', { previous_hash: 'f'.repeat(64) }, 'it does not name the hash of the entry before'],
    ['the order that it belongs to', { order_id: 'another' }, 'its order is not the one that it names'],
  ])('names the entry in which %s was changed', async (_, change, problem) => {
    await dropTriggers()
    await shop.db.updateTable('ledger_entries').set(change).where('number', '=', 3).execute()
    expect(await faultOf()).toEqual({ number: 3, problem })
  })

  it('names an entry that was taken out', async () => {
    await dropTriggers()
    await sql`delete from ledger_dues where entry_number = 3`.execute(shop.db)
    await shop.db.deleteFrom('ledger_entries').where('number', '=', 3).execute()
    expect(await faultOf()).toEqual({ number: 3, problem: 'it is missing' })
  })

  it('names an entry that was changed though all hashes were made again', async () => {
    await dropTriggers()
    await rewrite(2, { maker_paise: 155_55, shop_paise: -96_56 })
    await sql`update ledger_dues set amount_paise = amount_paise + 10000 where entry_number = 2`.execute(shop.db)
    expect(await faultOf()).toMatchObject({
      number: 2,
      problem: expect.stringMatching(/^its amounts are not those of line 1 of order \d+$/),
    })
  })

  it('names what orders say and the ledger does not', async () => {
    await sql`update order_lines set refunded = 1 where order_id = (select order_id from ledger_entries where number = 4)`.execute(
      shop.db,
    )
    expect(await faultOf()).toMatchObject({
      problem: expect.stringMatching(/^what line 1 of order \d+ says of its return is not/),
    })
  })

  it('names sums, months and dues that were changed by hand', async () => {
    await sql`update ledger_sums set maker_paise = maker_paise + 1`.execute(shop.db)
    expect(await faultOf()).toMatchObject({
      number: 1,
      problem: expect.stringMatching(/^the sums of \d{4}-\d\d of maker 1 are not/),
    })
    await sql`update ledger_sums set maker_paise = maker_paise - 1`.execute(shop.db)
    await sql`update ledger_months set last_hash = 'f'`.execute(shop.db)
    expect(await faultOf()).toMatchObject({ number: 1, problem: expect.stringMatching(/^the first and last entry of/) })
    await sql`update ledger_dues set amount_paise = amount_paise + 1 where entry_number = 4`.execute(shop.db)
    expect(await faultOf()).toEqual({ number: 4, problem: 'what it brings is noted otherwise' })
  })

  it('names an order that waits to be entered for longer than a day', async () => {
    const faultsAfter = (hours: number) =>
      // In one transaction, so that nobody enters it meanwhile.
      transact(shop.deps, async (tx) => {
        await lookAgain(tx, 'ledger', shop.deps.now(), tx.selectFrom('orders').where('number', '=', 1001))
        return (await checkSomeOrders(tx, new Map(), 0, new Date(Date.now() + hours * HOUR_MS))).faults.map(inWords)
      })
    const problem = 'order 1001 waits to be entered for longer than a day'
    expect(await faultsAfter(23)).not.toContainEqual(expect.objectContaining({ problem }))
    expect(await faultsAfter(25)).toContainEqual({ number: MISSING, problem })
  })

  it('is made every night, and says in log, database and metrics what it found', async () => {
    shop.setClock(new Date('2026-11-23T21:29:00Z'))
    await checkAndTell(shop.deps)
    expect(logged.at(-1)).toMatchObject({ level: 'info', msg: 'the ledger is right' })
    expect(await metric('haat_ledger_ok')).toBe('haat_ledger_ok 1')
    await dropTriggers()
    await shop.db
      .updateTable('ledger_entries')
      .set({ shop_paise: paise(1) })
      .where('number', '=', 3)
      .execute()
    await shop.deps.jobs.run('ledger-check')
    expect(await metric('haat_ledger_ok')).toBe('haat_ledger_ok 1')
    await chainActivity(shop.deps)
    await shop.db.updateTable('audit_log').set({ summary: 'Nothing' }).where('place', '=', 1).execute()
    shop.setClock(new Date('2026-11-23T21:30:00Z'))
    await shop.deps.jobs.run('ledger-check')
    expect(logged.slice(-2)).toMatchObject([
      { level: 'error', msg: 'the ledger is off', entry: 3 },
      { level: 'error', msg: 'the activity is off' },
    ])
    expect(await metric('haat_ledger_ok')).toBe('haat_ledger_ok 0')
    expect(await metric('haat_ledger_entries')).toBe('haat_ledger_entries 5')
    expect(await shop.db.selectFrom('ledger_checks').selectAll().execute()).toEqual([
      {
        id: 1,
        at: Date.parse('2026-11-23T21:30:00Z'),
        entries: 5,
        bad_number: 3,
        problem: 'ENTRY_HASH_WRONG',
        activity_problem: 'Entry 1 of the activity was changed',
      },
    ])
    expect((await seller.api(getLedgerCheck)).check?.problem).toBe('its hash is not that of its row')
    await shop.db.updateTable('ledger_checks').set({ problem: 'it is missing' }).execute()
    expect((await seller.api(getLedgerCheck)).check?.problem, 'kept by a version before').toBe('it is missing')
    // Once a night, in one process.
    const said = logged.length
    await shop.deps.jobs.run('ledger-check')
    expect(logged).toHaveLength(said)
  })
})
