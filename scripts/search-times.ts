import { sql } from 'kysely'
import { listProducts } from '#features/catalog/list/server/product-lists.ts'
import { judgedQueries } from '#features/catalog/search/testing/judge-search.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { seedProducts } from './bench/seed.ts'

/** No product here has a mark, whose end depends on the day. */
const TODAY = '2026-11-28'

// `node scripts/search-times.ts DATABASE [PRODUCTS]` times the 200 judged queries over so many products of the bench (100,000), slowest first: the
// median of five and the least, which a busy machine disturbs least. An empty database is filled first.

const [where = ':memory:', size = '100000'] = process.argv.slice(2)
const ROUNDS = 5
const SHOWN = 12
const MOST_MS = 50

const db = openDatabase(where)
await migrate(db)
if (!(await db.selectFrom('products').select('id').limit(1).executeTakeFirst())) await seedProducts(db, Number(size))
// As a shop that has been open for a while.
await sql`analyze`.execute(db)

const times: { q: string; ms: number; least: number; total: number }[] = []
for (const { q } of judgedQueries) {
  const taken: number[] = []
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    total = (await listProducts(db, { q, limit: 24, inStock: true }, TODAY)).total
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const [least = 0, , middle = 0] = taken.map((ms) => Math.round(ms * 10) / 10)
  times.push({ q, ms: middle, least, total })
}
times.sort((a, b) => b.ms - a.ms)
console.table(times.slice(0, SHOWN))
console.log(`${times.filter(({ ms }) => ms > MOST_MS).length} of ${times.length} take more than ${MOST_MS} ms`)
await db.destroy()
