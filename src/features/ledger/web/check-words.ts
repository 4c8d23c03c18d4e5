import { entriesInWords } from '#features/orders/orders.ledger.ts'
import { countOf } from '../ledger.words.ts'
import type { Checked, OwnEntry } from './check-file.ts'

export function sayChecked({ missing, ...answer }: Checked, own: readonly OwnEntry[]) {
  if (answer.problem !== undefined) {
    const [, number, what] = /^(\d+): (.*)$/.exec(answer.problem) ?? []
    return { isRight: false, texts: [number ? `Entry ${number} is off: ${what}.` : `${answer.problem}.`] }
  }
  const { last, computed, hidden } = answer
  if (!last) return { isRight: true, texts: ['There are no entries yet.'] }
  const chain = `${countOf(computed)} rows computed, all right. ${hidden === 0 ? '' : `Of ${countOf(hidden)} more the place in the chain is right.`}`
  const found = own.map(({ number }) => number).filter((number) => !missing.includes(number))
  return {
    isRight: missing.length === 0,
    texts: [
      chain.trim(),
      ...(found.length > 0 ? [`It has ${entriesInWords(found)} of your order as this page shows them.`] : []),
      ...(missing.length > 0
        ? [`It does not have ${entriesInWords(missing)} of your order as this page shows them. Please write to us.`]
        : []),
      `The last entry is ${countOf(Number(last.number))}, with this hash: ${last.hash}`,
    ],
  }
}
