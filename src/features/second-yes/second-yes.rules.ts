import { type Paise, paise } from '#shared/money.ts'

/** A second yes counts while so many people have `money`. */
export const PEOPLE_FOR_YES = 2

interface Judged {
  /** The shop's amount; undefined: it asks for no second yes. */
  from: Paise | undefined
  amount: Paise
  /** What the same person has done without a second yes in the last 24 hours, of all kinds. */
  doneAlone: Paise
  /** How many people have `money`. */
  people: number
}

/** Parts of a sum count together, so that nobody gets round the amount by several small acts within a day. */
export const mustWait = ({ from, amount, doneAlone, people }: Judged) =>
  from !== undefined && people >= PEOPLE_FOR_YES && amount > 0 && doneAlone + amount >= from

/** Of an act that gives and takes, such as a correction: what it gives or what it takes, whichever is more. */
export function largerSide(amounts: readonly Paise[]) {
  const sideOf = (sign: 1 | -1) => amounts.reduce((sum, amount) => sum + Math.max(0, sign * amount), 0)
  return paise(Math.max(sideOf(1), sideOf(-1)))
}
