import { findParcelMove } from '#features/orders/orders.moves.ts'
import { type ParcelStatus, trackingKey } from '#features/orders/parcels/parcels.states.ts'
import type { Message } from '#shared/messages.ts'
import { minus, NO_MONEY, type Paise, plus } from '#shared/money.ts'
import type { Finding } from './courier-file.kinds.ts'
import type { Outcome } from './courier-file.words.ts'
import { message } from './shipping.messages.ts'

export interface Verdict {
  finding: Finding
  /** What the shop does with a line that needs a look. */
  note: Message | null
  /** Cash still due for its parcel. */
  expected?: Paise
}

const fine = (finding: Finding, note: Message | null = null): Verdict => ({ finding, note })
export const leftOut = (finding: Finding, why: Message) => fine(finding, message('LINE_LEFT_OUT', { why }))
const barred = (why: Message) => leftOut('barred', why)

interface CashParcel {
  status: ParcelStatus
  cash: Paise
  received: Paise
  letGo: Paise
}

/** Cash still due, as if it were owed. */
const openCash = ({ cash, received, letGo }: CashParcel) => minus(cash, plus(received, letGo))

/** Judges cash for a parcel: it is booked, at most what is expected. `isDone`: it is told once it is booked. */
export function judgeCash(parcel: CashParcel, amount: Paise, isDone = false): Verdict {
  const { status, cash } = parcel
  if (cash === 0) return amount === 0 ? fine('same') : barred(message('PARCEL_NOT_PAID_IN_CASH'))
  if (status === 'To pack' || status === 'Packed') return barred(message('PARCEL_NOT_SHIPPED_YET'))
  if (status !== 'Shipped' && status !== 'Delivered')
    return amount === 0 ? fine('same') : barred(message('PARCEL_OWES_NO_CASH', { status }))
  const expected = openCash(parcel)
  if (expected <= 0) return { ...barred(message('PARCEL_CASH_ALL_BOOKED')), expected: NO_MONEY }
  if (amount === 0) return { ...barred(message('PARCEL_NOTHING_HANDED_OVER', { expected })), expected }
  if (amount < expected) {
    const rest = minus(expected, amount)
    return { ...fine('short', message('LINE_BOOKED_SHORT', { isDone, amount, rest })), expected }
  }
  if (amount > expected) {
    const over = minus(amount, expected)
    return { ...fine('more', message('LINE_BOOKED_WITH_MORE', { isDone, amount: expected, over })), expected }
  }
  return { ...fine('matched'), expected }
}

/** Judges a parcel's outcome. No state is skipped: a parcel not shipped cannot be delivered. */
export function judgeOutcome({ status }: { status: ParcelStatus }, outcome: Outcome): Verdict {
  // A returned parcel was refused or lost before.
  const isSo = outcome === 'On its way' || status === outcome || (status === 'Returned' && outcome !== 'Delivered')
  if (isSo) return fine('same')
  if (findParcelMove(status, outcome)) return fine('matched')
  if (status === 'To pack' || status === 'Packed') return barred(message('PARCEL_NOT_SHIPPED_YET'))
  return barred(message('PARCEL_CANNOT_BECOME', { status, outcome }))
}

interface SentParcel {
  status: ParcelStatus
  courier: string | null
  trackingNumber: string | null
}

interface Sending {
  number: string
  courier: string | null
  ships: boolean
}

export const willShip = ({ status }: { status: ParcelStatus }, { ships }: Pick<Sending, 'ships'>) =>
  ships && status === 'Packed'

/** Judges a tracking number. `holder` is the code of another parcel with it. */
export function judgeNumber(parcel: SentParcel, sending: Sending, holder?: string): Verdict {
  const { status, trackingNumber, courier } = parcel
  const hasIt = trackingNumber !== null && trackingKey(trackingNumber) === trackingKey(sending.number)
  if (hasIt && !willShip(parcel, sending) && (sending.courier === null || sending.courier === courier))
    return fine('same')
  if (status !== 'To pack' && status !== 'Packed' && status !== 'Shipped')
    return barred(message('PARCEL_TAKES_NO_NUMBER', { status }))
  if (holder !== undefined) return barred(message('NUMBER_OF_OTHER_PARCEL', { parcel: holder }))
  if (trackingNumber === null || hasIt) return fine('matched')
  return fine('changed', message('LINE_CHANGES_NUMBER', { before: trackingNumber }))
}
