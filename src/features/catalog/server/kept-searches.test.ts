import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import type { ProductQuery } from '../catalog.contract.ts'
import { seedDemoCatalogue } from './demo-catalogue.ts'
import { listProducts } from './product-lists.ts'

describe.runIf(onPostgres)('a search on PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof freshPostgres>>
  let db: Db
  beforeAll(async () => {
    own = await freshPostgres()
    db = openDatabase(own.href, () => {}, 1)
    await migrate(db)
    await seedDemoCatalogue({ db, now: () => new Date() })
    await sql`analyze`.execute(db)
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

  it('is planned once for all words', async () => {
    for (const q of ['bowl', 'lamp', 'shawl', 'basket', 'tea', 'rug', 'jar']) await listProducts(db, { q })
    const { rows } = await sql<{ planned_for_all: boolean }>`select generic_plans > 0 as planned_for_all
      from pg_prepared_statements where statement like 'with matching%' and custom_plans + generic_plans > 5`.execute(
      db,
    )
    expect(rows).toEqual([{ planned_for_all: true }])
  })

  it('with filters or many words is not: there are too many of these', async () => {
    expect(await keptAfter({ q: 'clay bowl blue' })).toBe(2)
    expect(await keptAfter({ q: 'bowl', category: 'Pottery-Ceramics', sort: 'name' })).toBe(2)
  })
})
