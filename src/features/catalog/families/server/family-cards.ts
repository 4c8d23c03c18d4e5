import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { prepared } from '#kernel/db/query/prepared.ts'

const anyFamily = prepared((db) => db.selectFrom('product_families').select('id').limit(1))

/** A shop without families is asked as if there were no such thing. */
export const hasFamilies = async (db: Db) => (await anyFamily(db, {})).length > 0

/** Counts the cards of which one product or more fits: a family once. */
export const countCards = (isFitting: RawBuilder<boolean>) => sql<number>`
  count(case when products.family_id is null and ${isFitting} then 1 end) +
  count(distinct case when ${isFitting} then products.family_id end)`

export const countProducts = (isFitting: RawBuilder<boolean>) =>
  sql<number>`sum(case when ${isFitting} then 1 else 0 end)`

/** What counts of products are above those of cards, by category, as negative numbers. `columns`: their names and conditions. */
export const familyExcess = (
  isListed: RawBuilder<boolean>,
  columns: Readonly<Record<string, RawBuilder<boolean>>>,
) => sql`
  select products.category, ${sql.join(
    Object.entries(columns).map(
      ([name, isFitting]) => sql`count(distinct case when ${isFitting} then products.family_id end)
        - count(case when ${isFitting} then 1 end) as ${sql.ref(name)}`,
    ),
  )}
  from product_search as products where products.family_id is not null and ${isListed} group by products.category`

/** The rows of a list in which `standsFor` finds out which product of a family is its card. */
export const withCardFamily = (rows: unknown) =>
  sql`(select products.*, products.family_id as card_family from ${rows}) as products`

/**
 * Is it the card of its family in rows of `withCardFamily`: the first in stock of those that fit, else the first? The inner query has the name
 * `products` too, so that conditions and order are those of the list; `card_family` is then the outer one's.
 */
export const standsFor = (isFitting: RawBuilder<boolean>, order: RawBuilder<unknown>) => sql<boolean>`
  (products.card_family is null or products.id = (select products.id from products
    where products.family_id = card_family and ${isFitting} order by products.in_stock desc, ${order} limit 1))`

/** Is it the newest of its family that is in stock? */
export const isNewestOfFamily = sql<boolean>`(products.family_id is null or not exists (select 1 from products as sibling
  where sibling.family_id = products.family_id and sibling.archived = 0 and sibling.in_stock = 1
    and (sibling.created_at, sibling.id) > (products.created_at, products.id)))`

/** Is it the one whose address stands for the family, the first of those on sale? */
export const isCanonical = sql<boolean>`(products.family_id is null or not exists (select 1 from products as sibling
  where sibling.family_id = products.family_id and sibling.archived = 0 and sibling.number < products.number))`

/** The first of each family in these rows, in stock or not as `order` says. */
export const firstOfFamily = (order: RawBuilder<unknown>) => sql<number>`
  row_number() over (partition by coalesce(products.family_id, products.id) order by ${order})`
