import { batchesText } from '#features/catalog/batches/batches.texts.ts'
import { notReturnableText } from '#features/catalog/catalog.returns.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { countDays } from '#shared/reading/day-range.ts'

interface Batch {
  number: string
  bestBefore: string
  quantity: number
}

const listed = new Intl.ListFormat('en-IN')

/** What slips and labels say; the office's are in English, a maker's in the maker's language. */
export const printEn = {
  slips: 'Slips',
  labels: 'Labels',
  day: (date: Date) => formatDay(date),

  order: (number: number, isDemo: boolean) => `${isDemo ? 'Demo order' : 'Order'} #${number}`,
  from: (sender: string) => `From ${sender}`,
  which: (number: number, count: number) => `Parcel ${number} of ${count}`,
  /** `names` are some of the senders of the order's other parcels, `more` how many others there are. */
  whichOf(number: number, count: number, names: readonly string[], more: number) {
    if (names.length === 0) return `Parcel ${number} of ${count}.`
    const come = names.length + more === 1 ? 'the other comes' : 'the others come'
    return `Parcel ${number} of ${count}; ${come} from ${listed.format([...names, ...(more > 0 ? [`${more} more`] : [])])}.`
  },
  place: (town: string) => `${town}.`,
  forPerson: (name: string) => `For ${name}`,
  parcel: (code: string) => `Parcel ${code}`,
  piece: 'Piece',
  count: 'Number',
  category: (text: string) => text,
  by: (category: string, producer: string) => `${category}, by ${producer}`,
  batches: (batches: readonly Batch[]): string => batchesText(batches),
  notReturnable: notReturnableText as string,
  payCourier: (sum: Paise) => `Pay the courier ${formatRupees(sum)}.`,
  paid: 'Paid already: the courier collects nothing.',
  damaged: (email: string) => `Did something come damaged? Write to ${email}.`,
  askForReturn: (days: number) =>
    `Not what you hoped for? Ask for a return in My Orders within ${countDays(days)} of delivery.`,

  to: 'To',
  fromAndBack: 'From, and return to',
  number: (order: number, isDemo: boolean) => `${isDemo ? 'Demo ' : ''}#${order}`,
  collect: 'Collect in cash',
  paidAlready: 'Paid already',
  collectNothing: 'Collect nothing',
}
