import { ownParcelText } from '#features/catalog/batches/batches.texts.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees, minus, NO_MONEY, type Paise, sumOf } from '#shared/money.ts'
import type { Order, Parcel } from '../orders.contract.ts'
import type { PackedLine } from '../orders.shares.ts'
import { isOff } from '../orders.states.ts'
import { isParcelOff, type ParcelStatus } from './parcels.states.ts'

export const shownStatus = (status: ParcelStatus) => (status === 'To pack' ? 'Confirmed' : status)

/** Cash still to come for a parcel, in paise; 0 for one that did not arrive. */
export const cashDue = ({ status, cash, cashReceived, cashLetGo }: Parcel) =>
  isParcelOff(status) ? NO_MONEY : minus(minus(cash, cashReceived), cashLetGo)

/** Cash that may have been collected: the courier has the parcel, or delivered it. */
export const cashToTake = ({ parcels }: Pick<Order, 'parcels'>) =>
  sumOf(parcels.filter(({ status }) => status === 'Shipped' || status === 'Delivered').map(cashDue))

/** Cash that couriers will still collect for an order, in paise. */
function cashToCollect({ status, paymentType, isPaid, amount, parcels }: Order) {
  if (isPaid || isOff(status) || paymentType === 'Online') return NO_MONEY
  return parcels.length === 0 ? amount : sumOf(parcels.map(cashDue))
}

/** What the seller reads: "Paid (cash)", or "Pending, collect ₹204.00 in cash". */
export function paymentWords(order: Order) {
  const { isPaid, paymentType, status, amount, refunded } = order
  if (isPaid) {
    const back = refunded >= amount ? ', refunded' : refunded > 0 ? `, ${formatRupees(refunded)} refunded` : ''
    return `Paid (${paymentType === 'COD' ? 'cash' : 'online'})${back}`
  }
  if (paymentType === 'Online' && !isOff(status)) return 'Pending, not paid yet, do not send it'
  const cash = cashToCollect(order)
  return `Pending, ${cash > 0 ? `collect ${formatRupees(cash)} in cash` : 'nothing to collect'}`
}

/** Cash to keep ready for a parcel; once delivered it is paid. */
export const cashToKeep = (parcel: Parcel) => (parcel.status === 'Delivered' ? NO_MONEY : cashDue(parcel))

export function problemsOf({ parcels, exchanges, returns }: Pick<Order, 'parcels' | 'exchanges' | 'returns'>) {
  return [
    ...([...parcels, ...exchanges].some(({ status }) => status === 'Refused') ? ['Refused'] : []),
    ...(exchanges.some(({ status }) => status === 'To pack' || status === 'Packed') ? ['Exchange to send'] : []),
    ...(parcels.some((parcel) => parcel.cashReceived > 0 && cashDue(parcel) > 0) ? ['Cash short'] : []),
    ...(returns.some(({ state }) => state === 'asked') ? ['Return asked'] : []),
    ...(returns.some(({ state }) => state === 'arrived' || state === 'damaged') ? ['Return to settle'] : []),
  ]
}

const ends: Partial<Record<ParcelStatus, (on: string) => string>> = {
  Refused: (on) => `This parcel was not accepted at the door${on}. It is on its way back to us.`,
  Lost: () => 'This parcel was lost on its way.',
  Returned: (on) => `This parcel came back to us${on}.`,
  Cancelled: (on) => `This parcel was cancelled${on}.`,
}

/** Why a parcel did not arrive or stay, and what happens to its money; undefined otherwise. */
export function parcelEndWords(order: Order, parcel: Parcel) {
  const end = ends[parcel.status]?.(parcel.endedAt ? ` on ${formatDay(parcel.endedAt)}` : '')
  return end && `${end}${moneyWords(order, parcel)}`
}

/** Refunds are kept by order, so only an order of one parcel can name its refund. */
function moneyWords({ parcels, refunded, paymentType, isPaid }: Order, { cashReceived }: Parcel) {
  if (parcels.length === 1 && refunded > 0) return ` ${formatRupees(refunded)} is refunded.`
  if (paymentType === 'COD') return cashReceived > 0 ? '' : ' There is nothing to pay for it.'
  return isPaid ? ' What you paid for it is refunded.' : ''
}

/** "One", "One and another", "One, another and a third". */
export const inWords = (texts: readonly string[]) =>
  [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ')

/** "Keep ₹1,621.80 and ₹3,039.60 ready, one for each parcel." Nothing where no parcel is paid for in cash. */
export function keepReady(cash: readonly Paise[]) {
  const sums = cash.filter((sum) => sum > 0).map(formatRupees)
  if (sums.length === 0) return ''
  return `Keep ${inWords(sums)} ready${sums.length > 1 ? ', one for each parcel' : ''}.`
}

/** "2 parcels: from Matti Pottery Collective and from Haat." Empty for one parcel. */
export const sendersText = (parcels: readonly Pick<Parcel, 'sender' | 'food'>[], storeName: string) =>
  parcels.length > 1
    ? `${parcels.length} parcels: ${inWords(parcels.map(({ sender }) => `from ${sender?.name ?? storeName}`))}.${parcels.some(({ food }) => food) ? ` ${ownParcelText}` : ''}`
    : ''

/** Why a cart comes in several parcels. */
export function partingText(parcels: readonly PackedLine[]) {
  const isFood = parcels.some((parcel) => parcel.isFood)
  const isSent = new Set(parcels.map(({ sender }) => sender)).size > 1
  return [
    `Comes in ${parcels.length} parcels.`,
    ...(isSent ? ['Each sender packs their own.'] : []),
    ...(isFood ? [ownParcelText] : []),
  ].join(' ')
}

export const parcelsOf = ({ parcels, comingParcels }: Order) =>
  parcels.length > 0
    ? parcels.map((parcel) => ({ sender: parcel.sender, food: parcel.food, cash: cashToKeep(parcel) }))
    : comingParcels
