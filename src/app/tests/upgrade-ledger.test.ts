import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { enter, saleOf } from '#features/ledger/testing/entries.ts'
import type { Db } from '#kernel/db/database.ts'
import { isPostgres } from '#kernel/db/engine.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { insertRow } from '#testing/insert-row.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

// A shop whose ledger has rows of the first form is brought to this version.

/** The newest schema that knows one form of rows only. */
const ONE_FORM = '0030-smaller-index-pages'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const [OCTOBER, NOVEMBER] = [Date.parse('2026-10-31T10:00:00Z'), Date.parse('2026-11-05T10:00:00Z')]

let shop: TestShop
let rows: string[]
beforeEach(async () => {
  rows = []
  shop = await testShop({}, { before: fill })
})
afterEach(() => shop.close())

const producer = (id: string, ledger_consent: number) => ({
  ...{ id, name: id, location: '', country: '', story: '', profile_image_url: '', cover_image_url: '' },
  ...{ years_in_business: 1, specialties: '[]', email: `${id}@example.com`, mobile_number: '', ledger_consent },
  ...{ status: 'approved', created_at: 1, decided_at: 1, search_text: '', pending_email: null },
})

const amounts = {
  ...{ maker_paise: 5555, costs_paise: 1000, producer_paise: 2928, community_paise: 172, shop_paise: 344 },
  tax_paise: 200,
}
const zero = {
  ...{ maker_paise: 0, costs_paise: 0, producer_paise: 0, community_paise: -100, shop_paise: 0, tax_paise: 0 },
}

/** As that version entered it: a row of its file, and the hash of that. */
async function enterOld(db: Db, at: number, kind: string, maker: number | null, paise: typeof amounts) {
  const number = rows.length + 1
  const previous_hash = rows.at(-1)?.slice(-64) ?? '0'.repeat(64)
  const quantity = kind === 'sale' ? 1 : 0
  const cells = [number, new Date(at).toISOString(), kind, maker ?? '', '', '', quantity, ...Object.values(paise)]
  const text = [...cells, previous_hash].join(',')
  rows.push(`${text},${sha256(text)}`)
  await insertRow(db, 'ledger_entries', {
    ...{ number, at, kind, maker_number: maker, order_hash: null, line: null, quantity, ...paise, previous_hash },
    ...{ hash: sha256(text), order_id: null, unstated: 0, reason: null, payout_id: null },
  })
  if (maker !== null)
    await insertRow(db, 'ledger_dues', {
      ...{ entry_number: number, producer_id: maker === 1 ? 'asha' : 'ravi', due_at: at, order_id: null, line: null },
      ...{ amount_paise: 8483, payout_id: null },
    })
}

const sums = (month: string, maker_number: number, paise: typeof amounts, given_paise = 0) => ({
  ...{ month, maker_number, unstated: 0, sales: maker_number === 0 ? 0 : 1, returns: 0 },
  ...{ ...paise, community_paise: given_paise > 0 ? 0 : paise.community_paise, paid_paise: 0, given_paise },
})

/** Asha agreed, Ravi did not. */
async function fill(db: Db) {
  await migrate(db, ONE_FORM)
  for (const [id, consent] of Object.entries({ asha: 1, ravi: 0 }))
    await insertRow(db, 'producer_applications', producer(id, consent))
  await insertRow(db, 'ledger_makers', { number: 1, producer_id: 'asha' })
  await insertRow(db, 'ledger_makers', { number: 2, producer_id: 'ravi' })
  await enterOld(db, OCTOBER, 'sale', 1, amounts)
  await enterOld(db, OCTOBER, 'sale', 2, amounts)
  await enterOld(db, NOVEMBER, 'sale', 2, amounts)
  await enterOld(db, NOVEMBER, 'payout', null, zero)
  await insertRow(db, 'community_payouts', {
    ...{ id: 'well', entry_number: 4, day: '2026-11-05', text: 'A well', amount_paise: 100, link: null },
    seller_email: 'seller@example.com',
  })
  await insertRow(db, 'ledger_keys', { key: 'a key', content_hash: 'hash', entry_number: 4 })
  for (const maker of [1, 2]) await insertRow(db, 'ledger_sums', sums('2026-10', maker, amounts))
  await insertRow(db, 'ledger_sums', sums('2026-11', 2, amounts))
  await insertRow(db, 'ledger_sums', sums('2026-11', 0, zero, 100))
  const month = (name: string, first_number: number, last_number: number) =>
    insertRow(db, 'ledger_months', {
      month: name,
      first_number,
      last_number,
      last_hash: rows[last_number - 1]?.slice(-64),
    })
  await month('2026-10', 1, 2)
  await month('2026-11', 3, 4)
}

const file = async (query = '') =>
  (await shop.request({ method: 'GET', url: `/api/ledger/entries.csv${query}` })).body.trim().split('\n')

/** A row of which only its place in the chain is told. */
const hidden = (at: number) => {
  const cells = rows[at]?.split(',') ?? []
  return [cells[0], ...Array(12).fill(''), ...cells.slice(-2)].join(',')
}

it('keeps their bytes and hashes, tells of makers who did not agree their place in the chain alone, and goes on in the second', async () => {
  expect(await checkLedger(shop.db)).toEqual({ entries: 4, lastHash: rows.at(-1)?.slice(-64) })
  const [heading, ...old] = await file()
  expect(heading).toBe(
    'number,at,kind,producer,order,line,quantity,maker,costs,producer_share,community,shop,tax,previous_hash,hash',
  )
  expect(old).toEqual([rows[0], hidden(1), hidden(2), rows[3]])

  await enter(shop.db, [saleOf('asha'), saleOf('ravi')], new Date('2026-11-06T10:00:00Z'))
  expect(await checkLedger(shop.db)).toMatchObject({ entries: 6 })
  // The month of the change has both, each by its number; without it the newest.
  expect((await file('?month=2026-11&format=1')).slice(1)).toEqual([hidden(2), rows[3]])
  const [, named, other] = await file('?month=2026-11')
  expect(await file('?month=2026-11')).toEqual(await file('?month=2026-11&format=2'))
  expect(named).toMatch(/^2,5,2026-11-06,sale,1,[0-9a-f]{64},1,1,5555,1000,2928,172,344,200,0,,/)
  expect(named).toContain(`,${rows[3]?.slice(-64)},`)
  expect(other).toMatch(/^2,6,2026-11-06,sale,,[0-9a-f]{64},1,,,,,,,,,[0-9a-f]{64},[0-9a-f]{64},[0-9a-f]{64}$/)
  expect(await file('?month=2026-10')).toEqual([heading, rows[0], hidden(1)])
  expect(await file('?format=1')).toEqual([heading, ...old])
  expect(await file()).toHaveLength(3)
})

it('who agrees later is not shown by what was entered before; who takes it back is not shown at once', async () => {
  const consent = (id: string, ledger_consent: number) =>
    shop.db.updateTable('producers').set({ ledger_consent }).where('id', '=', id).execute()
  await consent('ravi', 1)
  await consent('asha', 0)
  expect((await file()).slice(1)).toEqual([hidden(0), hidden(1), hidden(2), rows[3]])
})

it('the database refuses again to change or remove rows, and what names them still does', async () => {
  for (const statement of ["update ledger_entries set kind = 'sale'", 'delete from ledger_entries'])
    await expect(sql.raw(statement).execute(shop.db)).rejects.toThrow('the ledger is never changed')
  const { rows: dues } = await sql`select entry_number from ledger_dues order by entry_number`.execute(shop.db)
  expect(dues).toEqual([1, 2, 3].map((entry_number) => ({ entry_number })))
  await expect(
    insertRow(shop.db, 'ledger_keys', { key: 'of none', content_hash: '', entry_number: 99 }),
  ).rejects.toThrow(/foreign key/i)
  if (!isPostgres(shop.db)) {
    const { rows: broken } = await sql`pragma foreign_key_check`.execute(shop.db)
    expect(broken).toEqual([])
  }
})
