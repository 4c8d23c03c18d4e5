import { type RawBuilder, sql } from 'kysely'
import { shownPercentages } from '#features/prices/server/percentages.ts'
import type { ProductQuery, Sort } from '../../catalog.contract.ts'
import type { FactName } from '../../facts/facts.fields.ts'
import { byField } from '../../facts/facts.filters.ts'
import { countCards, countProducts } from '../../families/server/family-cards.ts'
import { productColumns, shownMaker } from '../../server/catalog.service.ts'

export const yes = sql<boolean>`1 = 1`
export const every = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([yes, ...conditions], sql` and `)}`

const ofProducts = (column: string): RawBuilder<unknown> => sql.ref(`products.${column}`)

/** The condition of a list before any filter that a shopper can take off. */
export function isListed(query: ProductQuery, column = ofProducts) {
  const conditions = [sql<boolean>`${column('archived')} = 0`]
  if (query.inStock !== undefined) conditions.push(sql`${column('in_stock')} = ${query.inStock ? 1 : 0}`)
  if (query.producer) conditions.push(sql`products.producer_id = ${query.producer}`)
  if (query.ids) conditions.push(sql`products.id in (${sql.join(query.ids)})`)
  return every(conditions)
}

export const isOfCategory = ({ category }: ProductQuery) =>
  category ? sql<boolean>`products.category = ${category}` : yes
export const hasPrice = (
  { min, max }: ProductQuery,
  price: RawBuilder<unknown> = sql.ref('products.offer_price_paise'),
) =>
  every([
    ...(min === undefined ? [] : [sql<boolean>`${price} >= ${min}`]),
    ...(max === undefined ? [] : [sql<boolean>`${price} <= ${max}`]),
  ])

/** Any of the choices of a field, all fields; without those of the field `except`. */
export const hasFacts = ({ facts = [] }: ProductQuery, except?: FactName) =>
  every(
    byField(facts).flatMap(([name, choices]) =>
      name === except
        ? []
        : [sql<boolean>`products.number in (select number from product_facts where choice in (${sql.join(choices)}))`],
    ),
  )

/** All filters that a shopper can take off, but the category. */
export const fits = (query: ProductQuery, onOffer: RawBuilder<boolean>) =>
  every([hasPrice(query), hasFacts(query), query.offer ? onOffer : yes])

const sortKeys: Record<Sort, RawBuilder<unknown>[]> = {
  newest: [],
  'price-asc': [sql`products.offer_price_paise`],
  'price-desc': [sql`products.offer_price_paise desc`],
  // Raised prices count although no saving is shown: the index has no other order. In 1/1000 of the price, so that both engines use integers.
  saving: [sql`(products.price_paise - products.offer_price_paise) * 1000 / products.price_paise desc`],
  name: [sql`products.name_folded`],
}

export const hasStockFirst = ({ category, inStock }: ProductQuery) => category !== undefined && inStock === undefined

/** Names a product and sorts within a moment: ids rise like numbers. */
export type Key = 'id' | 'number'

/** Newest first, or by `sort`. In a category products out of stock come last. */
export function orderOf(query: ProductQuery, key: Key) {
  const stockFirst = hasStockFirst(query) ? [sql`products.in_stock desc`] : []
  const sort = query.sort ? sortKeys[query.sort] : []
  return sql.join([...stockFirst, ...sort, sql`products.created_at desc`, sql`${sql.ref(`products.${key}`)} desc`])
}

/** What the columns of counts count. */
export const countedBy = (query: ProductQuery, onOffer: RawBuilder<boolean>) => ({
  matches: yes,
  on_offer: fits({ ...query, offer: true }, onOffer),
  fitting: fits(query, onOffer),
})

export const countThose = (products: RawBuilder<unknown>, query: ProductQuery, onOffer: RawBuilder<boolean>) =>
  (query.families ? countCards : countProducts)(products, countedBy(query, onOffer))

export const offsetOf = ({ page = 1 }: ProductQuery, limit: number) => (page - 1) * limit

/** What pages show of a product, with the percentages of the day. */
export const shownColumns = sql`${sql.join(productColumns.map((column) => sql.ref(`products.${column}`)))}, ${shownPercentages}, ${shownMaker}`
