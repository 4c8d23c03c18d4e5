import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { inBulk, type Principal, principalOf } from '#kernel/guard/principals.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listAudit } from '../audit.contract.ts'
import { recordAct, recordActs } from './audit.service.ts'
import { chainActivity, checkActivity } from './chain.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.setClock(undefined)
  for (const table of ['audit_log', 'sessions', 'sellers'] as const) await shop.db.deleteFrom(table).execute()
  await ensureSeller(shop.deps)
})

const write = (who: Principal, subject: string, summary: string, at = shop.deps.now()) =>
  shop.db
    .transaction()
    .execute((tx) => recordAct(tx, { who, at, action: 'product.changed', subject, summary, isInBackground: true }))

const theSeller = async () => {
  const { id } = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  return principalOf('seller', id)
}
const books = { ...principalOf('seller', 'key-1'), key: { name: 'Books' } }

describe('the activity', () => {
  it('names the person with the device, the key, or the shop', async () => {
    const browser = await shop.seller()
    const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
    await shop.db.updateTable('sessions').set({ user_agent: agent }).execute()
    const session = await shop.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    await write({ ...(await theSeller()), tokenHash: session.token_hash } as Principal, 'p1', 'by a person')
    await write(books, 'p1', 'by a key')
    await write(principalOf('seller', ''), 'p1', 'by itself')
    const { entries, people } = await browser.api(listAudit, { query: {} })
    expect(entries.map(({ who, seller }) => ({ ...who, seller }))).toEqual([
      { kind: 'shop', name: '', device: '', seller: '' },
      { kind: 'key', name: 'Books', device: '', seller: 'Key Books' },
      { kind: 'person', name: '', device: 'Chrome on Android', seller: sellerSettings.SELLER_EMAIL },
    ])
    expect(people.map(({ kind }) => kind).sort()).toEqual(['key', 'person', 'shop'])
  })

  it('shows what was done at once as one, which opens', async () => {
    const browser = await shop.seller()
    const who = inBulk(await theSeller())
    await shop.db.transaction().execute((tx) =>
      recordActs(
        tx,
        { who, at: shop.deps.now() },
        ['p1', 'p2', 'p3'].map((subject) => ({ action: 'product.stock', subject, summary: `Stock of ${subject}` })),
      ),
    )
    await write(inBulk(await theSeller()), 'p4', 'Alone')
    const { entries, total } = await browser.api(listAudit, { query: {} })
    expect(entries.map(({ summary, act }) => [summary, act?.things])).toEqual([
      ['Alone', undefined],
      ['Stock of p1', 3],
    ])
    expect(total).toBe(2)
    const opened = await browser.api(listAudit, { query: { act: entries[1]?.act?._id } })
    expect(opened.entries.map(({ subject }) => subject)).toEqual(['p3', 'p2', 'p1'])
    const one = await browser.api(listAudit, { query: { thing: 'p2' } })
    expect(one.entries.map(({ subject, act }) => [subject, act])).toEqual([['p2', null]])
  })

  it('is searched by words, and filtered by person and day; signs of a search are letters', async () => {
    const browser = await shop.seller()
    await write(await theSeller(), 'p1', 'Blue Bowl: price 100% more', new Date(shop.deps.now().getTime() - 3 * DAY_MS))
    await write(books, 'p2', 'Blue Jar')
    const found = async (query: object) =>
      (await browser.api(listAudit, { query })).entries.map(({ summary }) => summary)
    expect(await found({ q: 'BLUE jar' })).toEqual(['Blue Jar'])
    expect(await found({ q: '100%' })).toEqual(['Blue Bowl: price 100% more'])
    expect(await found({ q: 'b_ue' })).toEqual([])
    expect(await found({ person: 'key-1' })).toEqual(['Blue Jar'])
    const today = new Date(shop.deps.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(await found({ from: today })).toEqual(['Blue Jar'])
    expect(await found({ to: '2020-01-01' })).toEqual([])
    await expect(browser.api(listAudit, { query: { from: 'today' } })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the chain of the activity', () => {
  const chained = async () => {
    for (const name of ['one', 'two', 'three']) await write(books, name, `Changed ${name}`)
    await chainActivity(shop.deps)
  }

  it('is gapless, follows new entries, and two writers at once add each entry once', async () => {
    await chained()
    await write(books, 'four', 'Changed four')
    expect(await checkActivity(shop.db)).toMatchObject({ entries: 3, problem: undefined })
    await Promise.all([chainActivity(shop.deps), chainActivity(shop.deps)])
    const checked = await checkActivity(shop.db)
    expect(checked).toMatchObject({ entries: 4, problem: undefined })
    expect(checked?.lastHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['actor_name', { actor_name: 'Nobody' }],
    ['summary', { summary: 'Nothing happened' }],
    ['time', { at: 1 }],
    ['device', { device: 'Elsewhere' }],
    ['changes', { changes: '[]' }],
    ['bulk', { bulk: 'x' }],
  ])('names the entry whose %s was changed', async (_, change) => {
    await chained()
    await shop.db.updateTable('audit_log').set(change).where('place', '=', 2).execute()
    expect((await checkActivity(shop.db))?.problem).toBe('Entry 2 of the activity was changed')
  })

  it('names the entry that was removed, or put elsewhere', async () => {
    await chained()
    await shop.db.deleteFrom('audit_log').where('place', '=', 2).execute()
    expect((await checkActivity(shop.db))?.problem).toBe('Entry 2 of the activity is missing')
    await shop.db.updateTable('audit_log').set({ place: 2 }).where('place', '=', 3).execute()
    expect((await checkActivity(shop.db))?.problem).toBe('Entry 2 of the activity does not follow the one before')
  })
})
