import { type ParcelStatus, parcelMoves, trackingKey } from '#features/orders/parcels.states.ts'
import { formatRupees, minus, NO_MONEY, type Paise, plus } from '#shared/money.ts'
import type { Finding } from './courier-file.kinds.ts'
import type { Outcome } from './courier-file.words.ts'

/** What a line comes to. */
export interface Verdict {
  finding: Finding
  /** What we do with it, where somebody should look at it. */
  note: string | null
  /** Of cash: what is still to come for its parcel. */
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

/** Cash that is still to come for a parcel, as if it were owed. */
const openCash = ({ cash, received, letGo }: CashParcel) => minus(cash, plus(received, letGo))

/** What was handed over for a parcel. What came is booked, and never more than is expected. */
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

/** What became of a parcel. No state is skipped: what is not shipped yet is not delivered. */
export function judgeOutcome({ status }: { status: ParcelStatus }, outcome: Outcome): Verdict {
  // A parcel that came back was refused or lost before.
  const isSo = outcome === 'On its way' || status === outcome || (status === 'Returned' && outcome !== 'Delivered')
  if (isSo) return fine('same')
  if (parcelMoves[status].includes(outcome)) return fine('matched')
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
  /** Packed parcels become Shipped. */
  ships: boolean
}

/** Does the file make it Shipped? */
export const willShip = ({ status }: { status: ParcelStatus }, { ships }: Pick<Sending, 'ships'>) =>
  ships && status === 'Packed'

/** The tracking number of a parcel. `holder` is the code of another parcel that has it. */
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
