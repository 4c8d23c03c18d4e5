import type { FactValues } from '../facts.contract.ts'
import { factNames, fieldOf } from '../facts.fields.ts'
import { factText, isList, wordOf } from '../facts.texts.ts'

/** Lengths and weights by the codes of UN/CEFACT, which schema.org takes. */
const measures = [
  ['length', 'depth'],
  ['width', 'width'],
  ['height', 'height'],
] as const
const named = ['material', 'colour', 'length', 'width', 'height', 'grams', 'country'] as const

const wordsOf = (value: FactValues['colour']) =>
  value !== undefined && isList(value) ? value.map(wordOf).join(', ') : undefined

const quantity = (value: unknown, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode })

/** What a product states, for search engines: by schema.org's own names where it has one. */
export function jsonLdFacts(facts: FactValues): Record<string, unknown> {
  const [material, color] = [wordsOf(facts.material), wordsOf(facts.colour)]
  const others = factNames.filter((name) => facts[name] !== undefined && !named.some((one) => one === name))
  return {
    ...(material && { material }),
    ...(color && { color }),
    ...Object.fromEntries(
      measures.flatMap(([name, property]) =>
        facts[name] === undefined ? [] : [[property, quantity(facts[name], 'CMT')]],
      ),
    ),
    ...(facts.grams === undefined ? {} : { weight: quantity(facts.grams, 'GRM') }),
    ...(facts.country === undefined ? {} : { countryOfOrigin: { '@type': 'Country', name: facts.country } }),
    ...(others.length > 0 && {
      additionalProperty: others.map((name) => ({
        ...{ '@type': 'PropertyValue', name: fieldOf(name).label },
        value: factText(name, facts[name] ?? ''),
      })),
    }),
  }
}
