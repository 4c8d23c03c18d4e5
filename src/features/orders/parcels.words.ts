import { formatDay } from '#shared/day.ts'
import { formatRupees, minus, NO_MONEY, type Paise } from '#shared/money.ts'
import type { Order, Parcel } from './orders.contract.ts'
import { isParcelOff, type ParcelStatus } from './parcels.states.ts'

/** What a parcel's status is called to the shopper. */
export const shownStatus = (status: ParcelStatus) => (status === 'To pack' ? 'Confirmed' : status)

/** Cash that is still to come for a parcel, in paise; for one that did not arrive nothing is. */
export const cashDue = ({ status, cash, cashReceived, cashLetGo }: Parcel) =>
  isParcelOff(status) ? NO_MONEY : minus(minus(cash, cashReceived), cashLetGo)

/** What the shopper is to keep ready for it: what the courier has brought is paid. */
export const cashToKeep = (parcel: Parcel) => (parcel.status === 'Delivered' ? NO_MONEY : cashDue(parcel))

/** What waits for a person of the shop, in the words of a pill. */
export function problemsOf({ parcels, returns }: Pick<Order, 'parcels' | 'returns'>) {
  return [
    ...(parcels.some(({ status }) => status === 'Refused') ? ['Refused'] : []),
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

/** Why a parcel did not come or did not stay, and what becomes of its money; undefined for one that is on its way, or there. */
export function parcelEndWords(order: Order, parcel: Parcel) {
  const end = ends[parcel.status]?.(parcel.endedAt ? ` on ${formatDay(parcel.endedAt)}` : '')
  return end && `${end}${moneyWords(order, parcel)}`
}

/** Refunds are kept by order: only that of its one parcel can be named. */
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

/** "2 parcels: from Matti Pottery Collective and from Haat." Nothing for a single one. */
export const sendersText = (parcels: readonly Pick<Parcel, 'sender'>[], storeName: string) =>
  parcels.length > 1
    ? `${parcels.length} parcels: ${inWords(parcels.map(({ sender }) => `from ${sender?.name ?? storeName}`))}.`
    : ''

/** Of an order on its way: the parcels that it comes in, planned ones while it is not confirmed. */
export const parcelsOf = ({ parcels, comingParcels }: Order) =>
  parcels.length > 0 ? parcels.map((parcel) => ({ sender: parcel.sender, cash: cashToKeep(parcel) })) : comingParcels
