import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { prepared } from '#kernel/db/query/prepared.ts'

const anyFamily = prepared((db) => db.selectFrom('product_families').select('id').limit(1))

/** A shop without families is asked as if there were no such thing. */
export const hasFamilies = async (db: Db) => (await anyFamily(db, {})).length > 0

type Counted = Readonly<Record<string, RawBuilder<boolean>>>

const perCard = (counted: Counted) =>
  sql.join(
    Object.entries(counted).map(
      ([name, isFitting]) => sql`sum(case when ${isFitting} then 1 else 0 end) as ${sql.ref(name)}`,
    ),
  )

/** Counts products by category: `counted` names what is counted, and its conditions. */
export const countProducts = (rows: RawBuilder<unknown>, counted: Counted) =>
  sql`select products.category, ${perCard(counted)} from ${rows} group by products.category`

/** The same for cards: a family counts once where one of its products fits. */
export const countCards = (rows: RawBuilder<unknown>, counted: Counted) => sql`
  select category, ${sql.join(
    Object.keys(counted).map((name) => sql`count(case when ${sql.ref(name)} > 0 then 1 end) as ${sql.ref(name)}`),
  )}
  from (select products.category, ${perCard(counted)} from ${rows}
    group by products.category, coalesce(products.family_id, products.id)) as cards
  group by category`

/** What counts of products are above those of cards, by category, as negative numbers: an index has the families in turn. */
export const familyExcess = (isListed: RawBuilder<boolean>, counted: Counted) => sql`
  select category, ${sql.join(
    Object.keys(counted).map(
      (name) => sql`sum(case when ${sql.ref(name)} > 0 then 1 - ${sql.ref(name)} else 0 end) as ${sql.ref(name)}`,
    ),
  )}
  from (select products.category, ${perCard(counted)} from product_search as products
    where products.family_id is not null and ${isListed} group by products.category, products.family_id) as families
  group by category`

/** The rows of a list in which `standsFor` finds out which product of a family is its card. Nothing but the id is added: an index has it. */
export const withCards = (rows: unknown) => sql`(select products.*, products.id as card from ${rows}) as products`

/**
 * Is it the card of its family in rows of `withCards`: the first in stock of those that fit, else the first? The inner query has the name `products`
 * too, so that conditions and order are those of the list; `card` is then the outer one's.
 */
export const standsFor = (isFitting: RawBuilder<boolean>, order: RawBuilder<unknown>) => sql<boolean>`
  products.card = coalesce((select products.id from products
    where products.family_id = (select member.family_id from products as member where member.id = card)
      and ${isFitting} order by products.in_stock desc, ${order} limit 1), products.card)`

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
