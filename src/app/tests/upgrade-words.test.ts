import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '#kernel/db/database.ts'
import { isPostgres } from '#kernel/db/engine.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { emptyDatabase } from '#testing/shop.ts'

// The rules that listed the words of a column are gone, and nothing else is.

const WITH_LISTS = '0036-sizes-as-one-word'

const rows: Record<string, Record<string, string | number>> = {
  orders: {
    ...{ number: 1001, id: 'order', user_id: 'meera', subtotal_paise: 20000, tax_paise: 400, amount_paise: 20400 },
    ...{ address: '{}', payment_type: 'COD', status: 'Delivered', is_paid: 1, created_at: 1 },
  },
  order_lines: {
    ...{ order_id: 'order', position: 0, product_id: 'bowl', name: 'Bowl', category: 'Pottery-Ceramics' },
    ...{ price_paise: 10000, offer_price_paise: 10000, images: '[]', quantity: 2, stock_taken: 0 },
    ...{ maker_paise: 12000, costs_paise: 1000, producer_paise: 5000, community_paise: 800, shop_paise: 1200 },
  },
  invoices: { number: 1, order_id: 'order', issued_at: 1 },
  credit_notes: {
    ...{ number: 1, order_id: 'order', invoice_number: 1, reason: 'Returned', issued_at: 1 },
    ...{ amount_paise: 100, seller_id: 1, document: '{}' },
  },
  cash_entries: { id: 'cash', order_id: 'order', parcel: 1, kind: 'let go', amount_paise: 20400, at: 1 },
  payments: {
    ...{ id: 'payment', order_id: 'order', provider: 'test', state: 'closed', expires_at: 1, hold_until: 1, due_at: 1 },
  },
  refunds: {
    ...{ id: 'refund', order_id: 'order', amount_minor: 100, quantities: '{}', state: 'failed', attempts: 1 },
    ...{ due_at: 1, created_at: 1, method: 'upi', purpose: 'payment' },
  },
  returns: {
    ...{ id: 'return', order_id: 'order', quantities: '{}', wish: 'exchange', reason: 'broken', photos: '[]' },
    ...{ state: 'asked', asked_at: 1, changed_at: 1 },
  },
  sessions: { token_hash: 'hash', role: 'seller', account_id: 'seller', created_at: 1, last_seen_at: 1 },
  account_links: {
    ...{ token_hash: 'hash', role: 'user', account_id: 'meera', purpose: 'email', email: 'm@example.com' },
    ...{ expires_at: 1 },
  },
  producer_applications: {
    ...{ id: 'maker', name: 'Maker', location: '', country: '', story: '', profile_image_url: '', cover_image_url: '' },
    ...{ years_in_business: 1, specialties: '[]', email: 'k@example.com', mobile_number: '', status: 'approved' },
    ...{ created_at: 1 },
  },
  payout_runs: { number: 1, key: 'key', made_at: 1, seller_email: 's@example.com' },
  payouts: {
    ...{ id: 'payout', run: 1, producer_id: 'maker', producer_name: 'Maker', amount_paise: 100, state: 'failed' },
    ...{ account: '{}', last_number: 1, last_hash: 'hash' },
  },
  test_checkouts: {
    ...{ id: 'checkout', key: 'key', amount_paise: 1, refunds: '{}', state: 'expired', expires_at: 1 },
    ...{ success_url: '/', cancel_url: '/' },
  },
}

let db: Db
let close = async () => {}
beforeEach(async () => {
  const own = await emptyDatabase()
  db = own.db
  close = own.close
  await migrate(db, WITH_LISTS)
  await fill()
})
afterEach(() => close())

const withoutShares = {
  maker_paise: null,
  costs_paise: null,
  producer_paise: null,
  community_paise: null,
  shop_paise: null,
}

async function fill() {
  const before = { ...rows.order_lines, position: 1, ...withoutShares }
  for (const [table, row] of [...Object.entries(rows), ['order_lines', before] as const]) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
  }
}

const readTexts = async (query: ReturnType<typeof sql<{ text: string }>>) =>
  (await query.execute(db)).rows.map(({ text }) => text)

/** Indexes, triggers and what SQLite plans with. */
const readParts = () =>
  readTexts(
    isPostgres(db)
      ? sql`select indexdef as text from pg_indexes where schemaname = 'public'
          union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`
      : sql`select lower(replace(sql, '"', '')) as text from sqlite_schema where type in ('index', 'trigger') and sql is not null
          union all select tbl || ' ' || idx || ' ' || stat from sqlite_stat1 order by 1`,
  )

const readRules = () =>
  readTexts(
    isPostgres(db)
      ? sql`select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`
      : sql`select sql as text from sqlite_schema where type = 'table'`,
  )

const readRow = async (table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows

it('takes the lists of words away, and keeps rows, indexes and triggers', async () => {
  const parts = await readParts()
  const before = await Promise.all(Object.keys(rows).map(readRow))
  await migrate(db, '0037-no-lists-of-words')
  const after = await Promise.all(Object.keys(rows).map(readRow))
  for (const line of before[1] ?? []) line.net_paise = 20000
  expect(before[1]).toHaveLength(2)
  expect(after).toEqual(before)
  expect(await readParts()).toEqual(parts)
})

it('no rule of a table lists words, so that a new word needs no new table', async () => {
  const lists = /check \([^)]* in \('|= any \(array\['/i
  expect((await readRules()).filter((text) => lists.test(text)).length).toBeGreaterThan(5)
  await migrate(db)
  expect((await readRules()).filter((text) => lists.test(text))).toEqual([])
})

it('a line whose shares are not its net is refused, and one without shares is not', async () => {
  await migrate(db)
  const set = (change: string) => sql.raw(`update order_lines set ${change}`).execute(db)
  await expect(set('shop_paise = shop_paise + 1')).rejects.toThrow('order_lines_shares')
  await set('shop_paise = shop_paise + 1, net_paise = net_paise + 1')
  const names = Object.keys(withoutShares)
  await set(names.map((name) => `${name} = null`).join(', '))
})
