import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { NO_AMOUNTS } from '../ledger.amounts.ts'
import { checkLedger } from './check-ledger.ts'
import { appendEntries, countEntries, type NewEntry, takeLedgerTurn } from './entries.ts'
import { writeEntry } from './entry-csv.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop()
  await agree('asha')
})
afterEach(() => shop.close())

/** A producer who agrees that the ledger names them, or not. */
const agree = (id: string, ledger_consent = 1) =>
  shop.db
    .insertInto('producers')
    .values({
      ...{ id, name: id, location: 'Imphal', country: 'India', story: '', profile_image_url: '', cover_image_url: '' },
      ...{ years_in_business: 7, specialties: '[]', email: `${id}@example.com`, mobile_number: '', ledger_consent },
      ...{ application_id: null, created_at: 1, approved_at: 1 },
      ...{ search_text: id },
    })
    .execute()

const append = (at: string, entries: readonly NewEntry[]) =>
  transact(shop.deps, async (tx) => {
    await takeLedgerTurn(tx)
    return appendEntries(tx, new Date(at), entries)
  })

const sale: NewEntry = {
  ...{ kind: 'sale', producerId: 'asha', order: { id: 'order-1', salt: 'salt' }, line: 1, quantity: 2 },
  maker: paise(5555),
  costs: paise(1000),
  producer: paise(2928),
  community: paise(172),
  shop: paise(344),
  tax: paise(200),
}
const money = { ...NO_AMOUNTS, order: null, line: null, quantity: 0 }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('entries are numbered, name the hash of the one before, and are hashed as they stand in the file', async () => {
  const [first] = await append('2026-11-30T18:29:59Z', [sale])
  const [second, third] = await append('2026-11-30T18:30:00Z', [
    { ...money, kind: 'payout', producerId: 'asha', producer: paise(-5000), payoutId: 'payout-1' },
    { ...money, kind: 'correction', producerId: 'ravi', maker: paise(1), reason: 'A paisa was forgotten' },
  ])
  if (!first || !second || !third) throw new Error('three entries were made')
  const row = `2,1,2026-11-30,sale,1,${sha256('saltorder-1')},1,2,5555,1000,2928,172,344,200,0,,first`
  expect(writeEntry(first)).toBe(`${row},${sha256(row)}`)
  const next = `2,2,2026-12-01,payout,1,,,0,0,0,-5000,0,0,0,0,,${sha256(row)}`
  expect(writeEntry(second)).toBe(`${next},${sha256(next)}`)
  expect(third).toMatchObject({ number: 3, maker_number: 2, previous_hash: sha256(next) })
  expect(await shop.db.selectFrom('ledger_entries').selectAll().orderBy('number').execute()).toEqual([
    first,
    second,
    third,
  ])
  expect(await shop.db.selectFrom('ledger_months').selectAll().orderBy('month').execute()).toEqual([
    { month: '2026-11', first_number: 1, last_number: 1, last_hash: first.hash, skipped: 0 },
    { month: '2026-12', first_number: 2, last_number: 3, last_hash: third.hash, skipped: 0 },
  ])
})

it('a maker who did not agree stands there as a hash of what is not shown, with a salt', async () => {
  await agree('ravi', 0)
  const [row] = await append('2026-11-30T18:29:59Z', [{ ...sale, producerId: 'ravi' }])
  if (!row) throw new Error('an entry was made')
  expect(row).toMatchObject({
    maker_number: 1,
    maker_paise: 5555,
    named: 0,
    salt: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const commitment = sha256(`${row.salt},1,2,5555,1000,2928,172,344,200,0`)
  const cells = `2,1,2026-11-30,sale,,${sha256('saltorder-1')},1,,,,,,,,,${commitment},first`
  expect(writeEntry(row)).toBe(`${cells},${sha256(cells)}`)
  const [again] = await append('2026-11-30T18:29:59Z', [{ ...sale, producerId: 'ravi' }])
  expect(again?.commitment).not.toBe(row.commitment)
})

it('after a restore one entry leaves out the numbers that people may hold', async () => {
  const [first] = await append('2026-11-30T10:00:00Z', [sale])
  await shop.db.insertInto('number_gaps').values({ series: 'ledger', first: 2, last: 120, made_at: 1 }).execute()
  const [next] = await append('2026-12-01T10:00:00Z', [sale])
  const restored = await shop.db.selectFrom('ledger_entries').selectAll().where('number', '=', 121).executeTakeFirst()
  expect(restored).toMatchObject({ kind: 'restored', previous_hash: first?.hash, commitment: null })
  expect(next).toMatchObject({ number: 122, previous_hash: restored?.hash })
  // Once for each restore.
  expect(await append('2026-12-01T11:00:00Z', [sale])).toMatchObject([{ number: 123 }])
  expect(await countEntries(shop.db)).toBe(4)
  expect(await checkLedger(shop.db)).toMatchObject({ entries: 4, fault: expect.anything() })
})

it('sums count by month and producer, and what is paid out by itself', async () => {
  await append('2026-11-23T10:00:00Z', [sale, { ...sale, line: 2 }, { ...sale, kind: 'return', quantity: -1 }])
  await append('2026-11-23T11:00:00Z', [
    { ...sale, kind: 'correction', quantity: -2, reason: 'Cash undone' },
    { ...sale, isUnstated: true, producerId: null },
    { ...money, kind: 'payout', producerId: 'asha', producer: paise(-5000) },
    { ...money, kind: 'payout failed', producerId: 'asha', producer: paise(5000) },
    { ...money, kind: 'payout', producerId: 'asha', producer: paise(-4000) },
    { ...money, kind: 'payout', producerId: null, community: paise(-100) },
  ])
  const none = { maker_paise: 0, costs_paise: 0, producer_paise: 0, community_paise: 0, shop_paise: 0, tax_paise: 0 }
  const once = { maker_paise: 5555, costs_paise: 1000, producer_paise: 2928 }
  const rest = { community_paise: 172, shop_paise: 344, tax_paise: 200 }
  const rows = await shop.db.selectFrom('ledger_sums').selectAll().orderBy('maker_number').orderBy('unstated').execute()
  expect(rows).toEqual([
    {
      month: '2026-11',
      maker_number: 0,
      unstated: 0,
      named: 1,
      sales: 0,
      returns: 0,
      ...none,
      paid_paise: 0,
      given_paise: 100,
    },
    {
      ...{ month: '2026-11', maker_number: 0, unstated: 1, named: 1, sales: 1, returns: 0, ...once, ...rest },
      ...{ paid_paise: 0, given_paise: 0 },
    },
    {
      ...{ month: '2026-11', maker_number: 1, unstated: 0, named: 1, sales: 1, returns: 1 },
      ...{ maker_paise: 22_220, costs_paise: 4000, producer_paise: 11_712, community_paise: 688, shop_paise: 1376 },
      ...{ tax_paise: 800, paid_paise: 4000, given_paise: 0 },
    },
  ])
})

it('what an entry brings its producer is due when it says, or at once; a payout brings nothing', async () => {
  const at = Date.parse('2026-11-23T10:00:00Z')
  await append('2026-11-23T10:00:00Z', [
    { ...sale, dueAt: at + 1000 },
    { ...sale, line: 2, maker: paise(0), producer: paise(0) },
    { ...sale, line: 3, producerId: null },
    { ...money, kind: 'payout', producerId: 'asha', producer: paise(-8483) },
    { ...money, kind: 'payout failed', producerId: 'asha', producer: paise(8483) },
  ])
  expect(await shop.db.selectFrom('ledger_dues').selectAll().orderBy('entry_number').execute()).toEqual([
    {
      ...{ entry_number: 1, producer_id: 'asha', amount_paise: 8483, due_at: at + 1000 },
      ...{ order_id: 'order-1', line: 1, payout_id: null },
    },
    {
      ...{ entry_number: 5, producer_id: 'asha', amount_paise: 8483, due_at: at },
      ...{ order_id: null, line: null, payout_id: null },
    },
  ])
})

it('a clock that goes back does not take the ledger back', async () => {
  await append('2026-11-23T10:00:00Z', [sale])
  const [later] = await append('2026-11-23T09:00:00Z', [sale])
  expect(later?.at).toBe(Date.parse('2026-11-23T10:00:00Z'))
  expect(await append('2026-11-23T11:00:00Z', [])).toEqual([])
})

it('the database refuses to change, remove or empty what is entered', async () => {
  await append('2026-11-23T10:00:00Z', [sale])
  const refusal = 'the ledger is never changed'
  await expect(
    shop.db
      .updateTable('ledger_entries')
      .set({ shop_paise: paise(1) })
      .execute(),
  ).rejects.toThrow(refusal)
  await expect(shop.db.deleteFrom('ledger_entries').execute()).rejects.toThrow(refusal)
})
