import { type Paise, paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'

/** A second yes counts while so many people have `money`. */
export const PEOPLE_FOR_YES = 2

/** From when on one person alone is enough: a day after the right was taken from the last but one, so that whoever takes it cannot act alone at once. */
export const aloneFrom = (oneSince: Date) => new Date(oneSince.getTime() + DAY_MS)

interface Having {
  /** How many people have `money`. */
  people: number
  /** Since when it is one alone; undefined: there never were two. */
  oneSince: Date | undefined
  now: Date
}

export const doesCount = ({ people, oneSince, now }: Having) =>
  people >= PEOPLE_FOR_YES || (oneSince !== undefined && now < aloneFrom(oneSince))

interface Judged {
  /** The shop's amount; undefined: it asks for no second yes. */
  from: Paise | undefined
  amount: Paise
  /** What the same person has done without a second yes in the last 24 hours, of all kinds. */
  doneAlone: Paise
  /** Does a second yes count now? */
  counts: boolean
}

/** Parts of a sum count together, so that nobody gets round the amount by several small acts within a day. */
export const mustWait = ({ from, amount, doneAlone, counts }: Judged) =>
  from !== undefined && counts && amount > 0 && doneAlone + amount >= from

/** Of an act that gives and takes, such as a correction: what it gives or what it takes, whichever is more. */
export function largerSide(amounts: readonly Paise[]) {
  const sideOf = (sign: 1 | -1) => amounts.reduce((sum, amount) => sum + Math.max(0, sign * amount), 0)
  return paise(Math.max(sideOf(1), sideOf(-1)))
}
