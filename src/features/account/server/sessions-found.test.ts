import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { login } from '#features/auth/auth.contract.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'
import { listSessions } from '../account.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

// PostgreSQL counts its rows itself.
it.skipIf(onPostgres)('a login reads the sessions of its account alone, not those of everybody', async () => {
  const shopper = await shop.shopper()
  const sent: CompiledQuery[] = []
  const stop = listenToStatements(shop.db, (statement) => {
    if (/ from "sessions" where .*"account_id"/.test(statement.sql)) sent.push(statement)
  })
  await shop.browser().api(login, { body: { email: shopper.email, password: 'a good password' } })
  await shopper.api(listSessions)
  stop()
  expect(sent).toHaveLength(2)
  for (const { sql, parameters } of sent) {
    const { rows } = await shop.db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
    const plan = JSON.stringify(rows)
    expect(plan).toContain('sessions_account')
    expect(plan).not.toMatch(/SCAN sessions|sessions_age|sessions_last_seen/)
  }
})
