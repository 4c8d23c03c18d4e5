import { listProducts } from '#features/catalog/list/server/product-lists.ts'
import { MOST_POINTS, scoreSearch } from '#features/catalog/search/testing/judge-search.ts'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'

/** No product here has a mark, whose end depends on the day. */
const TODAY = '2026-11-28'

// `npm run search-score` judges the search by 200 queries over the demo catalogue, in an SQLite of its own: the points of each kind, and each query
// that did not earn all of its points, with what stands first in its answer. A PostgreSQL is judged by the test (search-score.test.ts).

const db = openDatabase(':memory:')
await migrate(db)
await seedDemoCatalogue({ db, now: () => new Date() })
const { score, judged } = await scoreSearch((q) => listProducts(db, { q, limit: 24, inStock: true }, TODAY))
for (const { q, points, slugs } of judged.filter((query) => query.points < MOST_POINTS))
  console.log(`${points} ${q}: ${slugs.join(' ')}`)
const kinds = Object.groupBy(judged, ({ kind }) => kind)
console.table(
  Object.entries(kinds).map(([kind, queries = []]) => ({
    kind,
    points: queries.reduce((total, { points }) => total + points, 0),
    of: queries.length * MOST_POINTS,
  })),
)
console.log(`${score} of 100 points`)
await db.destroy()
