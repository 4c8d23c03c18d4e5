import type { FactValues } from './facts.contract.ts'
import { type FactName, fieldOf, filterNames } from './facts.fields.ts'

/** How a choice of a field stands in addresses and in the database: 'colour.blue'. */
export const choiceKey = (name: FactName, code: string) => `${name}.${code}`

const known = new Set(
  filterNames.flatMap((name) => {
    const field = fieldOf(name)
    return 'choices' in field ? field.choices.map((code) => choiceKey(name, code)) : []
  }),
)

/** Can lists be narrowed by this choice? */
export const isFilter = (choice: string) => known.has(choice)

/** The field and the code of a choice. */
export function readChoice(choice: string) {
  const at = choice.indexOf('.')
  const field = choice.slice(0, at)
  return { name: filterNames.find((name) => name === field), code: choice.slice(at + 1) }
}

/** The choices of each field, in its order. */
export function byField(choices: readonly string[]) {
  const groups = filterNames.map(
    (name) => [name, choices.filter((choice) => readChoice(choice).name === name)] as const,
  )
  return groups.filter(([, of]) => of.length > 0)
}

/** The choices by which a product with these facts is found in lists. */
export const choicesOf = (facts: FactValues) =>
  filterNames.flatMap((name) => {
    const value = facts[name]
    if (value === undefined) return []
    const codes = Array.isArray(value)
      ? value.map((one) => (typeof one === 'string' ? one : one.what))
      : [String(value)]
    return codes.map((code) => choiceKey(name, code))
  })
