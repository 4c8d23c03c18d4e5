import { factsWanted, type OnSale } from '#features/catalog/facts/facts.missing.ts'
import { parseFacts } from '#features/catalog/server/catalog.service.ts'
import { categorySlug } from '#features/catalog/server/products.ts'
import type { Config } from '#kernel/config.ts'
import { factsMissing } from '../../seller-products.contract.ts'
import type { Row } from '../../server/seller-products.service.ts'

type Stored = Pick<Row, 'name' | 'category' | 'facts' | 'archived' | 'suspended'>

const onSale = ({ category, facts, archived, suspended }: Stored): OnSale => ({
  category: categorySlug(category),
  facts: parseFacts(facts),
  isOnSale: archived === 0 || suspended === 1,
})

/** Throws FACTS_MISSING with FACTS_REQUIRED=1, for a product that would be on sale without what its category must state. */
export function checkFacts(
  { factsRequired }: Pick<Config, 'factsRequired'>,
  before: Stored | undefined,
  after: Stored,
) {
  if (!factsRequired) return
  const missing = factsWanted(before && onSale(before), onSale(after))
  if (missing.length > 0) throw factsMissing({ name: after.name, missing })
}
