import type { Order } from '../orders.contract.ts'
import type { DeskTab } from '../orders.desk.ts'
import type { ParcelStatus } from '../parcels/parcels.states.ts'
import { printParcels } from '../parcels/print.contract.ts'

export interface DeskStep {
  to: 'Confirmed' | 'Packed' | 'Shipped' | 'Delivered' | 'Refused' | 'Lost' | 'Returned' | 'Cancelled' | 'cash'
  text: string
  good?: boolean
  /** The step moves parcels in this state; without it whole orders. */
  parcels?: ParcelStatus
  ask?: { title: string; text: string }
}

/** A tab's main step, with its key and where orders are afterwards. */
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
  step?: TabStep
  others: readonly DeskStep[]
  prints?: 'all' | 'labels'
}

const ofRefused = (step: DeskStep): DeskStep => ({ ...step, parcels: 'Refused' })

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

export interface ParcelSteps {
  step?: DeskStep
  others: readonly DeskStep[]
}

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

const openAgain = 'The return is open again: the pieces are sent once more, or refunded.'
const inExchange: Partial<Record<DeskStep['to'], string>> = {
  Refused: 'It waits under Problems until the goods are back.',
  Lost: `The goods are written off. ${openAgain}`,
}
const withExchangeWords = (one: DeskStep): DeskStep =>
  one.ask ? { ...one, ask: { ...one.ask, text: inExchange[one.to] ?? `${one.ask.text} ${openAgain}` } } : one

const notSent: DeskStep = {
  to: 'Cancelled',
  text: 'Do not send it',
  ask: { title: 'Is it not to be sent?', text: `The pieces go back into stock. ${openAgain}` },
}

/** Parcels sent in exchange: no money goes back. */
export const exchangeSteps: typeof parcelSteps = {
  'To pack': { ...parcelSteps['To pack'], others: [notSent] },
  Packed: { ...parcelSteps.Packed, others: [notSent] },
  Shipped: { ...parcelSteps.Shipped, others: parcelSteps.Shipped.others.map(withExchangeWords) },
  Delivered: { others: parcelSteps.Delivered.others.map(withExchangeWords) },
  Refused: {
    step: withExchangeWords(backInGoodOrder),
    others: parcelSteps.Refused.others.map(withExchangeWords),
  },
  Lost: parcelSteps.Lost,
  Returned: parcelSteps.Returned,
  Cancelled: parcelSteps.Cancelled,
}

/** Fields the bulk bar shows. */
export interface Chosen {
  number: number
  parcels: number
}
export const chosenOf = ({ number, parcels }: Pick<Order, 'number' | 'parcels'>): Chosen => ({
  number,
  parcels: parcels.length,
})

/** The PDF's address, orders by number: the ids of 300 orders would make 11 KB, and many servers take 8. */
export const printPath = (what: string, of: { orders: readonly number[] } | { parcels: readonly string[] }) => {
  const [name, list] = 'orders' in of ? ['orders', of.orders] : ['parcels', of.parcels]
  return `${printParcels.path}?what=${what}&${name}=${list.join(',')}`
}
