import { type Expression, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onPostgres, testShop } from '#testing/shop.ts'
import { type Db, listenToStatements } from '../database.ts'
import { prepared, preparedTogether, type Slots } from './prepared.ts'

const add = prepared((db, { first, others }: Slots<{ first: number; others: { next: number }[] }>) =>
  db.selectNoFrom(
    sql<number>`cast(${first} as integer) + ${sql.join(
      others.map(({ next }) => sql`cast(${next} as integer)`),
      sql` + `,
    )}`.as('sum'),
  ),
)

/** Checked by TypeScript and never called. */
export const passWrongValues = (db: Db, slot: Expression<number>) => [
  // @ts-expect-error: text instead of a number
  add(db, { first: '1', others: [] }),
  // @ts-expect-error: a slot instead of a value
  add(db, { first: slot, others: [] }),
  // @ts-expect-error: nothing instead of a list
  add(db, { first: 1 }),
  // @ts-expect-error: a slot of another type than the column
  db.selectFrom('users').where('name', '=', slot),
  // @ts-expect-error: values instead of slots
  prepared((db, { id }: { id: string }) => db.selectFrom('users').selectAll().where('id', '=', id)),
]

describe('a slot', () => {
  it('puts each value where it stands, in raw SQL and in lists of rows', async () => {
    const shop = await testShop()
    expect(await add(shop.db, { first: 1, others: [{ next: 2 }, { next: 3 }] })).toEqual([{ sum: 6 }])
    expect(await add(shop.db, { first: 10, others: [{ next: 20 }, { next: 30 }] })).toEqual([{ sum: 60 }])
    await shop.close()
  })

  it('is nothing to calculate with: that would be done once, for all values', async () => {
    const shop = await testShop()
    const search = prepared((db, { name }: Slots<{ name: string }>) => {
      return db.selectFrom('users').select('id').where('name', 'like', `%${name}`)
    })
    expect(() => search(shop.db, { name: 'Meera' })).toThrow('A slot can only be put into a query')
    await shop.close()
  })
})

describe('writes that are done together', () => {
  interface Notes {
    note: { key: 'shop-mails-at'; value: string }
    readers: { email: string; token: string; subscribed_at: number; confirmed_at: null }[]
  }
  const write = preparedTogether((db, { note, readers }: Slots<Notes>) => ({
    note: db.insertInto('shop_notes').values(note),
    old: db.deleteFrom('shop_notes').where('key', '=', 'demo-ended-at').returning('key'),
    ...(readers.length > 0
      ? { readers: db.insertInto('newsletter_subscriptions').values(readers).returning('email') }
      : {}),
  }))
  const reader = (name: string) => ({ email: name, token: name, subscribed_at: 1, confirmed_at: null })
  const note = { key: 'shop-mails-at', value: 'now' } as const

  it('tell how many rows each gave, and are one statement on PostgreSQL', async () => {
    const shop = await testShop()
    let statements = 0
    const stop = listenToStatements(shop.db, ({ sql: text }) => {
      if (/insert|delete/.test(text)) statements += 1
    })
    expect(await write(shop.db, { note, readers: [reader('one'), reader('two')] })).toMatchObject({
      old: 0,
      readers: 2,
    })
    expect(statements).toBe(onPostgres ? 1 : 3)
    stop()
    expect(await shop.db.selectFrom('newsletter_subscriptions').select('email').orderBy('email').execute()).toEqual([
      { email: 'one' },
      { email: 'two' },
    ])
    await shop.db.deleteFrom('shop_notes').execute()
    expect(await write(shop.db, { note, readers: [] })).not.toHaveProperty('readers')
    await shop.close()
  })

  it('are done all or not at all within a transaction', async () => {
    const shop = await testShop()
    const twice = shop.db.transaction().execute((tx) => write(tx, { note, readers: [reader('one'), reader('one')] }))
    await expect(twice).rejects.toThrow(/unique/i)
    expect(await shop.db.selectFrom('shop_notes').selectAll().execute()).toEqual([])
    await shop.close()
  })
})
