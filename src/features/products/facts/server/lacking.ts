import { type RawBuilder, sql } from 'kysely'
import { categories } from '#features/catalog/catalog.categories.ts'
import { factsOfCategory } from '#features/catalog/facts/facts.fields.ts'
import { missingFacts } from '#features/catalog/facts/facts.missing.ts'
import { parseFacts } from '#features/catalog/server/catalog.service.ts'
import { categorySlug } from '#features/catalog/server/products.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { fittingProducts } from '../../server/seller-product-list.ts'
import { findLeaveDay } from './leave-day.ts'

/** Inside the stored JSON a quotation mark of a text stands behind a backslash, so this finds names of facts only. */
const lacksOne = (name: string) => sql<boolean>`products.facts not like ${sql.lit(`%"${name}":%`)}`

const either = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** `missingFacts` for the database: 100,000 products that lack nothing take SQLite 0.14 s. */
export const lacksFacts = either(
  categories.map(
    ({ path }) =>
      sql<boolean>`(products.category = ${sql.lit(path)} and ${either(factsOfCategory[path].must.map(lacksOne))})`,
  ),
)

export const isInShop = sql<boolean>`products.archived = 0`
const isListed = sql<boolean>`(products.archived = 0 or products.draft = 1)`

/** How many products on sale lack what their category must state. */
export async function countLacking(db: Db) {
  return Number(await countRows(db.selectFrom('products').where(isInShop).where(lacksFacts)))
}

const PER_PAGE = 25

/** What each product lacks, newest first. */
export async function listLacking(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { q, page }: { q?: string | undefined; page?: number | undefined },
) {
  const lacking = (await fittingProducts(db, { q })).where(isListed).where(lacksFacts)
  const { rows, total, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(lacking), (limit, offset) =>
    lacking
      .select(['products.id', 'products.name', 'products.category', 'products.facts', 'products.draft'])
      .orderBy('products.created_at', 'desc')
      .orderBy('products.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  const products = rows.map(({ id, name, category, facts, draft }) => ({
    ...{ _id: id, name, isDraft: draft === 1 },
    missing: missingFacts(categorySlug(category), parseFacts(facts)),
  }))
  const leave = await findLeaveDay(db, config, now())
  return { products, leaveOn: leave ?? null, total: Number(total), ...paging }
}
