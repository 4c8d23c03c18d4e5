import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Facets, ProductQuery } from '../../catalog.contract.ts'
import { type FactName, filterNames } from '../../facts/facts.fields.ts'
import { byField, choiceKey } from '../../facts/facts.filters.ts'
import { productsToSearch } from '../../search/server/product-words.ts'
import { foundBy } from '../../search/server/ranked-products.ts'
import type { Search } from '../../search/server/read-search.ts'
import { isOnOffer } from '../../server/raised-prices.ts'
import { every, fits, hasFacts, isListed, isOfCategory } from './list-conditions.ts'

interface Counted {
  choice: string
  count: number
}

/**
 * How many products a list would have with each choice besides the other filters. Choices of one field add up, so those of a field are counted
 * without what is chosen there. With `families` they are counts of cards.
 */
export async function countFacts(db: Db, query: ProductQuery, search: Search | undefined): Promise<Facets['facts']> {
  const rows = search ? foundBy(db, search) : productsToSearch()
  const { facts: _, ...others } = query
  const count = async (filters: RawBuilder<boolean>, fields: readonly FactName[]) => {
    const listed = sql`select products.number from ${rows}
      where ${every([isListed(query), isOfCategory(query), fits(others, isOnOffer), filters])}`
    const counts = query.families
      ? sql`count(distinct coalesce(products.family_id, products.id)) as count
        from product_facts join ${productsToSearch()} on products.number = product_facts.number`
      : sql`count(*) as count from product_facts`
    const { rows: counted } = await sql<Counted>`select choice, ${counts}
      where product_facts.number in (${listed}) group by choice`.execute(db)
    return fields.map((name) => {
      const choices = counted.filter(({ choice }) => choice.startsWith(choiceKey(name, '')))
      const sorted = choices
        .map(({ choice, count: found }) => ({ choice, count: Number(found) }))
        .sort((one, other) => other.count - one.count || (one.choice < other.choice ? -1 : 1))
      return [name, sorted] as const
    })
  }
  const chosen = byField(query.facts ?? []).map(([name]) => name)
  const free = await count(
    hasFacts(query),
    filterNames.filter((name) => !chosen.includes(name)),
  )
  const counts = new Map(free)
  for (const name of chosen)
    for (const [, choices] of await count(hasFacts(query, name), [name])) counts.set(name, choices)
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const choices = counts.get(name) ?? []
      return choices.length > 0 ? [[name, choices]] : []
    }),
  )
}
