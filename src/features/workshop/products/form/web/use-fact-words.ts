import { choiceText, type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { choiceTextHi, factNamesHi } from '#features/catalog/facts/facts.words.hi.ts'
import { useLanguage } from '#web/words.tsx'

const units: Readonly<Record<string, string>> = {
  cm: 'से.मी.',
  g: 'ग्राम',
  months: 'महीने',
  kcal: 'किलो कैलोरी',
  mg: 'मि.ग्रा.',
}

/** Names of facts, their choices and units in the page's language. */
export function useFactWords() {
  const isHindi = useLanguage() === 'hi'
  return {
    name: (fact: FactName) => (isHindi ? factNamesHi[fact] : fieldOf(fact).label),
    choice: isHindi ? choiceTextHi : choiceText,
    unit: (unit: string) => (isHindi ? (units[unit] ?? unit) : unit),
  }
}
