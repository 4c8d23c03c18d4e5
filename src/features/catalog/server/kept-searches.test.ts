import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import type { ProductQuery } from '../catalog.contract.ts'
import { listProducts } from './product-lists.ts'

describe.runIf(onPostgres)('a search on PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof freshPostgres>>
  let db: Db
  beforeAll(async () => {
    own = await freshPostgres()
    db = openDatabase(own.href, () => {}, 1)
    await migrate(db)
  })
  afterAll(async () => {
    await db.destroy()
    await own.drop()
  })

  /** How many statements of searches the connection keeps after this one. */
  async function keptAfter(query: ProductQuery) {
    await listProducts(db, query)
    const { rows } = await sql`select 1 from pg_prepared_statements where statement like 'with matching%'`.execute(db)
    return rows.length
  }

  it('of one or two words is kept by the connection, whatever the words', async () => {
    expect(await keptAfter({ q: 'bowl' })).toBe(1)
    expect(await keptAfter({ q: 'vase', page: 2, limit: 10 })).toBe(1)
    expect(await keptAfter({ q: 'clay bowl' })).toBe(2)
  })

  it('with filters or many words is not: there are too many of these', async () => {
    expect(await keptAfter({ q: 'clay bowl blue' })).toBe(2)
    expect(await keptAfter({ q: 'bowl', category: 'Pottery-Ceramics', sort: 'name' })).toBe(2)
  })
})
