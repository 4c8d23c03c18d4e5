import type { Order } from '../orders.contract.ts'
import type { DeskTab } from '../orders.desk.ts'
import type { ParcelStatus } from '../parcels.states.ts'

/** What is done with several orders or parcels at once. */
export interface DeskStep {
  /** A status, or the cash that came. */
  to: 'Confirmed' | 'Packed' | 'Shipped' | 'Delivered' | 'Refused' | 'Lost' | 'Returned' | 'cash'
  text: string
  /** With Returned: true is back in stock, false is written off. */
  good?: boolean
  /** Parcels of the chosen orders that it is for; without it: whole orders. */
  parcels?: ParcelStatus
  /** Asked once before it is done. */
  ask?: { title: string; text: string }
}

/** The step of a tab, which a key does too, and where the orders are afterwards. */
interface TabStep extends DeskStep {
  key?: string
  next?: DeskTab
}

const moneyGoesBack =
  'What was paid by card for the pieces is refunded at once, cash is not expected any more, and the shopper gets a mail.'

export const refused: DeskStep = {
  to: 'Refused',
  text: 'Refused',
  ask: {
    title: 'Did the shopper refuse it?',
    text: `${moneyGoesBack} It waits under Problems until the goods are back.`,
  },
}
export const lost: DeskStep = {
  to: 'Lost',
  text: 'Lost',
  ask: { title: 'Is it lost?', text: `${moneyGoesBack} The goods are written off.` },
}
export const backInGoodOrder: DeskStep = {
  to: 'Returned',
  good: true,
  text: 'Came back in good order',
  ask: { title: 'Are the goods back in good order?', text: 'They go back into stock.' },
}
export const writtenOff: DeskStep = {
  to: 'Returned',
  good: false,
  text: 'Write off',
  ask: { title: 'Write the goods off?', text: 'They came back damaged, and do not go back into stock.' },
}
const cashCame: DeskStep = {
  to: 'cash',
  text: 'Cash received',
  ask: {
    title: 'Have you received all the cash of these orders?',
    text: 'The shoppers get a mail. You can undo this for 24 hours on the page of the order.',
  },
}

interface TabSteps {
  /** The white button. */
  step?: TabStep
  others: readonly DeskStep[]
  /** Are there parcels to print for? */
  prints?: 'all' | 'labels'
}

const ofRefused = (step: DeskStep): DeskStep => ({ ...step, parcels: 'Refused' })

/** What the bar over the table offers in each tab. */
export const tabSteps: Readonly<Record<DeskTab | 'all', TabSteps>> = {
  confirm: { step: { to: 'Confirmed', text: 'Confirm', key: 'C', next: 'pack' }, others: [] },
  pack: { step: { to: 'Packed', text: 'Mark packed', key: 'P', next: 'ship' }, others: [], prints: 'all' },
  ship: { step: { to: 'Shipped', text: 'Mark shipped', key: 'S', next: 'way' }, others: [], prints: 'labels' },
  way: { step: { to: 'Delivered', text: 'Mark delivered', key: 'D' }, others: [refused, lost, cashCame] },
  cash: { step: cashCame, others: [] },
  problems: { others: [backInGoodOrder, writtenOff, lost].map(ofRefused) },
  done: { others: [] },
  all: { others: [], prints: 'labels' },
}

interface ParcelSteps {
  /** The next on its way. */
  step?: DeskStep
  others: readonly DeskStep[]
}

/** What may become of one parcel. */
export const parcelSteps: Readonly<Record<ParcelStatus, ParcelSteps>> = {
  'To pack': { step: { to: 'Packed', text: 'Mark packed' }, others: [] },
  Packed: { step: { to: 'Shipped', text: 'Mark shipped' }, others: [] },
  Shipped: {
    step: { to: 'Delivered', text: 'Mark delivered' },
    others: [refused, lost, backInGoodOrder, writtenOff],
  },
  Delivered: { others: [backInGoodOrder, writtenOff] },
  Refused: { step: backInGoodOrder, others: [writtenOff, lost] },
  Lost: { others: [backInGoodOrder] },
  Returned: { others: [] },
  Cancelled: { others: [] },
}

/** One of the chosen orders, as much of it as the bar tells. */
export interface Chosen {
  number: number
  parcels: number
}
export const chosenOf = ({ number, parcels }: Pick<Order, 'number' | 'parcels'>): Chosen => ({
  number,
  parcels: parcels.length,
})

/**
 * PDF for these parcels, or for orders by their numbers, in a tab of its own. The ids of 300 orders would make an address of 11 KB,
 * and many servers between a browser and the shop take 8.
 */
export const printPath = (what: string, of: { orders: readonly number[] } | { parcels: readonly string[] }) => {
  const [name, list] = 'orders' in of ? ['orders', of.orders] : ['parcels', of.parcels]
  return `/api/parcel/print.pdf?what=${what}&${name}=${list.join(',')}`
}
