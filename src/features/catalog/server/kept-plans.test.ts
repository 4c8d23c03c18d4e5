import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import { categories } from '../catalog.categories.ts'
import type { ProductQuery } from '../catalog.contract.ts'
import { listNewest, listProducts } from '../list/server/product-lists.ts'
import { getProduct } from './catalog.service.ts'
import { seedDemoCatalogue } from './demo-catalogue.ts'

/** No product here has a mark, whose end depends on the day. */
const TODAY = '2026-11-28'

describe.runIf(onPostgres)('what is asked for often, on PostgreSQL', () => {
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
    await listProducts(db, query, TODAY)
    const { rows } =
      await sql`select 1 from pg_prepared_statements where statement like 'select (select cast(coalesce(json_agg%'`.execute(
        db,
      )
    return rows.length
  }

  /** Of the statements like this that were sent more than five times: was each planned once for all values? */
  async function arePlannedOnce(statement: string) {
    const { rows } = await sql<{ planned_once: boolean }>`select generic_plans > 0 as planned_once
      from pg_prepared_statements where statement like ${statement} and custom_plans + generic_plans > 5`.execute(db)
    return rows.map((row) => row.planned_once)
  }

  it('a search of one or two words is kept by the connection, whatever the words', async () => {
    expect(await keptAfter({ q: 'bowl' })).toBe(1)
    expect(await keptAfter({ q: 'vase', page: 2, limit: 10 })).toBe(1)
    expect(await keptAfter({ q: 'clay bowl' })).toBe(2)
  })

  it('a search is planned once for all words', async () => {
    for (const q of ['bowl', 'lamp', 'shawl', 'basket', 'tea', 'rug', 'jar']) await listProducts(db, { q }, TODAY)
    expect(await arePlannedOnce('select (select cast(coalesce(json_agg%')).toEqual([true])
  })

  it('a product and the newest of a category or of all are planned once', async () => {
    const { rows } = await sql<{ id: string }>`select id from products order by id limit 8`.execute(db)
    for (const { id } of rows) await getProduct(db, id, TODAY)
    for (const { path } of categories) {
      await listNewest(db, { category: path, limit: 5 }, TODAY)
      await listNewest(db, { limit: 8 }, TODAY)
    }
    expect(await arePlannedOnce('select % from "products" where %')).toEqual([true, true, true])
  })

  it('a search with filters or many words is not kept: there are too many of these', async () => {
    expect(await keptAfter({ q: 'clay bowl blue' })).toBe(2)
    expect(await keptAfter({ q: 'bowl', category: 'Pottery-Ceramics', sort: 'name' })).toBe(2)
  })
})
