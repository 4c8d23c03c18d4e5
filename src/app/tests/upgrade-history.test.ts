import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { messageOf } from '#features/orders/server/order-history.ts'
import type { Db } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { wordedBy } from '#shared/messages.ts'
import { emptyDatabase } from '#testing/shop.ts'
import { words } from '../features.ts'

// What older shops told of an order in sentences is read as they wrote it.

const WITH_SENTENCES = '0037-no-lists-of-words'
const told = ['Confirmed', 'Parcel 2: “Returned”, goods\nwritten off', `It's {"text": 'no JSON'} \\ हाथ से`]

let db: Db
let close = async () => {}
beforeEach(async () => {
  const own = await emptyDatabase()
  db = own.db
  close = own.close
})
afterEach(() => close())

it('keeps every sentence that was told', async () => {
  await migrate(db, WITH_SENTENCES)
  await sql`insert into orders (number, id, user_id, subtotal_paise, tax_paise, amount_paise, address, payment_type,
      status, is_paid, created_at) values (1001, 'order', 'meera', 20000, 400, 20400, '{}', 'COD', 'Delivered', 1, 1)`.execute(
    db,
  )
  for (const text of told)
    await sql`insert into order_events (order_id, at, actor, text) values ('order', 1, 'shop', ${text})`.execute(db)
  await migrate(db, '0038-what-happened')
  const events = await db.selectFrom('order_events').select(['kind', 'details']).orderBy('number').execute()
  expect(events.map(({ kind }) => kind)).toEqual(['TOLD', 'TOLD', 'TOLD'])
  expect(events.map((event) => wordedBy(words.en)(messageOf(event)))).toEqual(told)
})
