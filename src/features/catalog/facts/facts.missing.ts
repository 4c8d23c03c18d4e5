import type { CategorySlug } from '../catalog.categories.ts'
import type { FactValues } from './facts.contract.ts'
import { type FactName, factsOfCategory } from './facts.fields.ts'

/** What a product of a category must state and does not, in the order of the form. */
export const missingFacts = (category: CategorySlug, facts: FactValues): FactName[] =>
  factsOfCategory[category].must.filter((name) => facts[name] === undefined)

/** A product as it stands for sale. */
export interface OnSale {
  category: CategorySlug
  facts: FactValues
  /** In the shop, or back in it with its suspended producer. */
  isOnSale: boolean
}

/**
 * What keeps a change from being made where facts are required: what is missing of a product that would be on sale. One that is on sale already, since
 * it was so before facts were required, may be changed as long as nothing more is missing; it leaves on its day.
 */
export function factsWanted(before: OnSale | undefined, after: OnSale): FactName[] {
  if (!after.isOnSale) return []
  const missing = missingFacts(after.category, after.facts)
  const known = before?.isOnSale ? missingFacts(before.category, before.facts) : []
  return missing.every((name) => known.includes(name)) ? [] : missing
}
