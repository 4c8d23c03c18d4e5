import { SqliteAdapter, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { listMyOrders, placeCodOrder } from '#features/orders/orders.contract.ts'
import { cannotSave } from '#shared/app-error.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

const isEmbedded = () => shop.db.getExecutor().adapter instanceof SqliteAdapter

/** The embedded database is told to refuse writing; PostgreSQL gets a trigger that says what it says when its disk is full. */
async function fillDisk() {
  if (isEmbedded()) return sql`pragma query_only = 1`.execute(shop.db)
  await sql`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    shop.db,
  )
  for (const table of ['orders', 'sessions', 'users'])
    await sql`create trigger full_disk before insert or update or delete on ${sql.table(table)}
      for each row execute function no_space()`.execute(shop.db)
}

async function makeRoom() {
  if (isEmbedded()) await sql`pragma query_only = 0`.execute(shop.db)
  else await sql`drop function no_space cascade`.execute(shop.db)
}

describe('a full disk', () => {
  it('refuses what would be saved with a sentence, goes on reading, loses nothing, and works again without a restart', async () => {
    const buyer = await shop.shopper()
    const idle = await shop.shopper()
    const product = await shop.product({ stock: 10 })
    const order = (key: string) =>
      buyer.api(placeCodOrder, {
        headers: { 'idempotency-key': key },
        body: { items: [{ product, quantity: 2 }], address: buyer.address._id },
      })
    await order('before')

    await fillDisk()
    const refused = await order('during').catch((error) => error)
    expect(refused).toMatchObject({ status: 503, code: cannotSave.code, message: sharedEn.CANNOT_SAVE })
    expect((await buyer.api(listMyOrders)).orders).toHaveLength(1)
    // Sessions that should be touched, or ended, are read all the same.
    shop.setClock(new Date(Date.now() + HOUR_MS))
    expect((await buyer.api(isAuth)).user.email).toBe(buyer.email)
    shop.setClock(new Date(Date.now() + 20 * DAY_MS))
    expect((await idle.send({ url: '/api/user/is-auth' })).statusCode).toBe(401)
    shop.setClock(undefined)

    await makeRoom()
    await order('during')
    expect((await buyer.api(listMyOrders)).orders).toHaveLength(2)
    const { stock } = await shop.db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(6)
  })
})
