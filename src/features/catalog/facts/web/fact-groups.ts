import type { Facets } from '../../catalog.contract.ts'
import { choiceText, fieldOf, filterNames } from '../facts.fields.ts'
import { byField, readChoice } from '../facts.filters.ts'

/** The most choices of a field beside a list, besides those that are chosen. */
const MOST_SHOWN = 6

/** The choices of a field beside a list: [choice, its text, how many products]. */
export interface FactGroup {
  label: string
  choices: [choice: string, text: string, count: number][]
}

/** What a list can be narrowed by, the largest first; what is chosen stands there in any case. */
export function toFactGroups(counted: Facets['facts'] = {}, chosen: readonly string[] = []): FactGroup[] {
  const chosenOf = new Map(byField(chosen))
  return filterNames.flatMap((name) => {
    const found = counted[name] ?? []
    const on = chosenOf.get(name) ?? []
    const shown = found.filter(({ choice }, at) => at < MOST_SHOWN || on.includes(choice))
    const lost = on.filter((choice) => !found.some((one) => one.choice === choice))
    const choices = [...shown, ...lost.map((choice) => ({ choice, count: 0 }))]
    // One choice that all products have narrows nothing.
    if (choices.length < 2 && on.length === 0) return []
    const words = choices.map(({ choice, count }): FactGroup['choices'][number] => [
      choice,
      choiceText(readChoice(choice).code),
      count,
    ])
    return [{ label: fieldOf(name).label, choices: words }]
  })
}
