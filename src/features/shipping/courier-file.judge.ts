import { findParcelMove } from '#features/orders/orders.moves.ts'
import { type ParcelStatus, trackingKey } from '#features/orders/parcels/parcels.states.ts'
import { formatRupees, minus, NO_MONEY, type Paise, plus } from '#shared/money.ts'
import type { Finding } from './courier-file.kinds.ts'
import type { Outcome } from './courier-file.words.ts'

export interface Verdict {
  finding: Finding
  /** What the shop does with a line that needs a look. */
  note: string | null
  /** Cash still due for its parcel. */
  expected?: Paise
}

const fine = (finding: Finding, note: string | null = null): Verdict => ({ finding, note })
const barred = (why: string): Verdict => fine('barred', `Left out. ${why}`)

interface CashParcel {
  status: ParcelStatus
  cash: Paise
  received: Paise
  letGo: Paise
}

/** Cash still due, as if it were owed. */
const openCash = ({ cash, received, letGo }: CashParcel) => minus(cash, plus(received, letGo))

/** Judges cash for a parcel: it is booked, at most what is expected. */
export function judgeCash(parcel: CashParcel, amount: Paise): Verdict {
  const { status, cash } = parcel
  if (cash === 0)
    return amount === 0 ? fine('same') : barred('It was not paid in cash: nothing is expected for it. Ask the courier.')
  if (status === 'To pack' || status === 'Packed') return barred('The parcel is not shipped yet.')
  if (status !== 'Shipped' && status !== 'Delivered')
    return amount === 0
      ? fine('same')
      : barred(`The parcel is ${status.toLowerCase()}: no cash is owed for it. Ask the courier.`)
  const expected = openCash(parcel)
  if (expected <= 0) return { ...barred('All its cash is booked already.'), expected: NO_MONEY }
  if (amount === 0) return { ...barred(`Nothing was handed over: ${formatRupees(expected)} stays expected.`), expected }
  if (amount < expected) {
    const rest = formatRupees(minus(expected, amount))
    return { ...fine('short', `Book ${formatRupees(amount)}. ${rest} stays expected and goes to Problems.`), expected }
  }
  if (amount > expected) {
    const over = formatRupees(minus(amount, expected))
    return { ...fine('more', `Book ${formatRupees(expected)}. ${over} is too much: ask the courier.`), expected }
  }
  return { ...fine('matched'), expected }
}

/** Judges a parcel's outcome. No state is skipped: a parcel not shipped cannot be delivered. */
export function judgeOutcome({ status }: { status: ParcelStatus }, outcome: Outcome): Verdict {
  // A returned parcel was refused or lost before.
  const isSo = outcome === 'On its way' || status === outcome || (status === 'Returned' && outcome !== 'Delivered')
  if (isSo) return fine('same')
  if (findParcelMove(status, outcome)) return fine('matched')
  if (status === 'To pack' || status === 'Packed') return barred('The parcel is not shipped yet.')
  return barred(`The parcel is ${status.toLowerCase()} and cannot become ${outcome.toLowerCase()}.`)
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
    return barred(`The parcel is ${status.toLowerCase()}.`)
  if (holder !== undefined) return barred(`Parcel ${holder} has this number.`)
  if (trackingNumber === null || hasIt) return fine('matched')
  return fine('changed', `The number takes the place of ${trackingNumber}.`)
}
