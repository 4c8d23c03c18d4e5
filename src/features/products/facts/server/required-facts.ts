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

type Setting = Pick<Config, 'factsRequired'>

/** With FACTS_REQUIRED=1: why a product may not be put on sale as it would be then; undefined: it may. */
export function factsError({ factsRequired }: Setting, before: Stored | undefined, after: Stored) {
  const missing = factsRequired ? factsWanted(before && onSale(before), onSale(after)) : []
  return missing.length > 0 ? factsMissing({ name: after.name, missing }) : undefined
}

/** Throws FACTS_MISSING. */
export function checkFacts(setting: Setting, before: Stored | undefined, after: Stored) {
  const error = factsError(setting, before, after)
  if (error) throw error
}
