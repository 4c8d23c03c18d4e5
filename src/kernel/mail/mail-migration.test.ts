import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#kernel/db/database.ts'
import { getMigrations } from '#kernel/db/migrate.ts'
import { emptyDatabase } from '#testing/shop.ts'

let db: Db
let close = async () => {}
beforeAll(async () => {
  const own = await emptyDatabase()
  db = own.db
  close = own.close
})
afterAll(() => close())

it('says of mails that were there before whose they are, where that is sure, and that nothing of then is news', async () => {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  await migrator.migrateTo('0007-rate-limits')
  await sql`insert into users (id, name, email, password_hash, created_at)
    values ('ananya', 'Ananya', 'ananya@example.com', '', 100)`.execute(db)
  const order = (number: number, user: string) =>
    sql`insert into orders
      (number, id, user_id, subtotal_paise, tax_paise, amount_paise, address, payment_type, status, is_paid, created_at)
      values (${number}, ${`order ${number}`}, ${user}, 100, 2, 102, '{}', 'COD', 'Delivered', 1, 200)`.execute(db)
  await order(1001, 'ananya')
  await order(1002, 'deleted')
  const mails = [
    ['welcome', 'ananya@example.com', 'Welcome to Haat', 100, 0],
    ['to another mailbox', 'parcels@example.com', 'Your Haat order #1001 is on its way', 200, 0],
    ['of somebody who left', 'gone@example.com', 'Your Haat order #1002', 200, 0],
    ['newsletter', 'ananya@example.com', 'Your Haat newsletter', 50, 0],
    ['given up', 'nobody@example.com', 'Your Haat newsletter', 50, 120],
  ] as const
  for (const [id, recipient, subject, at, attempts] of mails)
    await sql`insert into outbox (id, recipient, subject, text_body, html_body, created_at, attempts, due_at)
      values (${id}, ${recipient}, ${subject}, '', '', ${at}, ${attempts}, ${at})`.execute(db)

  const { error } = await migrator.migrateToLatest()
  expect(error).toBeUndefined()
  const rows = await db.selectFrom('outbox').select(['id', 'account_id', 'given_up_at']).execute()
  expect(Object.fromEntries(rows.map(({ id, account_id }) => [id, account_id]))).toEqual({
    welcome: 'ananya',
    'to another mailbox': 'ananya',
    'of somebody who left': null,
    newsletter: null,
    'given up': null,
  })
  expect(rows.filter(({ given_up_at }) => given_up_at !== null).map(({ id }) => id)).toEqual(['given up'])
  const isNews = db.selectFrom('order_events').selectAll().where('details', '=', '{"reader":"new orders"}')
  expect(await isNews.execute()).toEqual([])
})
