import { formatDay, readDay } from '#shared/day.ts'

interface Parts {
  producer: number
  community: number
  shop: number
}
type Dated = Parts & { from: string }

const partNames: Record<keyof Parts, string> = {
  producer: 'the maker’s',
  community: 'the community’s',
  shop: 'the shop’s',
}

const partsOf = ({ producer, community, shop }: Parts) => `${producer}%, ${community}% and ${shop}%`
const dayOf = (from: string) => formatDay(readDay(from))

/** What the percentages say by which the profit is shared. */
export const pricesEn = {
  PERCENTAGES_TAKEN: 'There are percentages from this day on already. Remove them first, or choose another day',
  PERCENTAGES_NOT_FOUND: 'No percentages begin on this day',
  PERCENTAGES_BEGUN:
    'These percentages hold already, and orders were placed by them. Enter new ones from a day to come',

  PERCENTAGES_DAY_MISSING: 'Choose the day from which they hold',
  PERCENTAGES_TOO_EARLY: ({ first }: { first: string }) =>
    `Choose ${dayOf(first)} or a later day: past orders keep their shares`,
  PERCENTAGE_WANTED: ({ of }: { of: keyof Parts }) => `Enter ${partNames[of]} part as a whole number from 0 to 100`,
  PERCENTAGES_SUM: 'The three parts must make 100 together',

  PERCENTAGES_ADDED: (given: Dated) => `The profit is shared ${partsOf(given)} from ${dayOf(given.from)} on`,
  PERCENTAGES_REMOVED: (given: Dated) => `The percentages ${partsOf(given)} from ${dayOf(given.from)} on are removed`,
}
