import { readGaps } from '#features/numbers/server/number-gaps.ts'
import { courierName } from '#features/orders/parcels/couriers.ts'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Message } from '#shared/messages.ts'
import type { Paise } from '#shared/money.ts'
import { harmIn } from '#shared/reading/harmed-text.ts'
import { withoutZeroDecimals } from '#shared/reading/rewritten-identifiers.ts'
import { judgeCash, judgeNumber, judgeOutcome, leftOut, type Verdict, willShip } from '../../courier-file.judge.ts'
import { type FileKind, isBooked } from '../../courier-file.kinds.ts'
import { readOutcome, readReference } from '../../courier-file.words.ts'
import { message } from '../../shipping.messages.ts'
import { type FoundParcel, findByNumber, findParcels, findRewritten, type NoParcel } from './find-parcels.ts'
import { type ReadLine, readAmount } from './read-courier-file.ts'
import { doubtsOf, type WholeFile } from './rewritten-numbers.ts'

const MAX_NUMBER = 60

export interface CheckedLine extends Verdict {
  line: number
  named: string
  /** The parcel, or the order whose parcel is unclear. */
  parcel?: FoundParcel | undefined
  orderId?: string
  says?: string
  courier?: string | null
  amount?: Paise
  /** The line of the file that books this parcel. */
  otherLine?: number
  ships?: boolean
}

interface Asked {
  kind: FileKind
  /** The courier of all parcels, where no column says it. */
  courier: string | null
  /** Packed parcels become Shipped with their tracking number. */
  ships: boolean
}

type Said = Pick<CheckedLine, 'says' | 'courier' | 'amount' | 'ships'>
type Reading = { said: Said; judge: (parcel: FoundParcel) => Verdict & Said } | { unclear: Message }

interface KnownNumbers {
  holders: ReadonlyMap<string, FoundParcel>
  rewritten: Awaited<ReturnType<typeof findRewritten>>
  whole: WholeFile
}

/** Compares a file's lines in their order, and remembers which parcels they book. `whole` is what all lines say together. */
export function lineChecker(db: Db, asked: Asked, whole: WholeFile) {
  const { kind } = asked
  /** Parcel -> the line that books it. */
  const bookedBy = new Map<string, number>()
  /** Tracking number -> the line that gives it, and the parcel. */
  const givenBy = new Map<string, { line: number; code: string }>()

  /** Leaves out a line that would book what an earlier one books. */
  function take(checked: CheckedLine) {
    const { parcel, finding, line, says } = checked
    if (!parcel || !isBooked(finding)) return checked
    const first = bookedBy.get(parcel.id)
    if (first !== undefined) return twice(checked, first, message('LINE_BOOKED_BEFORE', { line: first }))
    const key = kind === 'tracking' && says !== undefined ? trackingKey(says) : undefined
    const given = key === undefined ? undefined : givenBy.get(key)
    if (given)
      return twice(checked, given.line, message('LINE_NUMBER_GIVEN_BEFORE', { line: given.line, parcel: given.code }))
    bookedBy.set(parcel.id, line)
    if (key !== undefined) givenBy.set(key, { line, code: parcel.code })
    return checked
  }

  return async (lines: readonly ReadLine[]): Promise<CheckedLine[]> => {
    const references = lines.map(({ cell }) => readReference(kind, cell.parcel))
    const [find, gapOf] = await Promise.all([findParcels(db, references, whole.isRounded), readGaps(db, 'orders')])
    const numbers =
      kind === 'tracking' ? lines.map(({ cell }) => trackingKey(withoutZeroDecimals(cell.number))).filter(Boolean) : []
    const known = { holders: await findByNumber(db, numbers), rewritten: await findRewritten(db, numbers), whole }
    return lines.map(({ line, cell }, at) => {
      const named = { line, named: cell.parcel }
      const reading = read(asked, cell, known)
      const said = 'said' in reading ? reading.said : {}
      if (cell.parcel === '') return { ...named, ...said, ...unclear(message('LINE_NAMES_NO_PARCEL')) }
      const harm = harmIn(cell.parcel)
      if (harm) return { ...named, ...said, ...unclear(harm) }
      const found = find(references[at] ?? {})
      if (!found) {
        const gap = gapOf(references[at]?.order)
        return { ...named, ...said, ...leftOut('unknown', gap ? lostOrder(gap) : message('LINE_UNKNOWN')) }
      }
      if ('unclear' in found) return { ...named, ...said, ...unclear(found.unclear) }
      if (!('status' in found)) return { ...named, ...said, orderId: found.orderId, ...noParcel(found) }
      if ('unclear' in reading) return { ...named, parcel: found, ...unclear(reading.unclear) }
      return take({ ...named, ...said, parcel: found, ...reading.judge(found) })
    })
  }
}

/** The number was perhaps used between a backup and its restore; no order has it now. */
const lostOrder = ({ first, last }: { first: number; last: number }) => message('LINE_OF_LOST_ORDER', { first, last })

const unclear = (why: Message) => leftOut('unclear', why)

const twice = (checked: CheckedLine, otherLine: number, why: Message): CheckedLine => ({
  ...checked,
  ...leftOut('twice', why),
  otherLine,
  ships: false,
})

function noParcel({ order, parcels }: NoParcel): Verdict {
  if (parcels === 0) return leftOut('barred', message('LINE_ORDER_NOT_CONFIRMED', { order }))
  return unclear(message('LINE_ORDER_HAS_PARCELS', { order, parcels }))
}

function read(asked: Asked, cell: ReadLine['cell'], { holders, rewritten, whole }: KnownNumbers): Reading {
  const harm = [cell.number, cell.courier, cell.outcome, cell.amount].map((text) => harmIn(text)).find(Boolean)
  if (harm) return { unclear: harm }
  if (asked.kind === 'cash') {
    const read = readAmount(cell.amount, whole.sign)
    if ('unclear' in read) return read
    const { amount } = read
    return { said: { amount }, judge: (parcel) => judgeCash(parcel, amount) }
  }
  if (asked.kind === 'outcome') {
    const outcome = readOutcome(cell.outcome)
    if (!outcome && cell.outcome === '') return { unclear: message('LINE_WITHOUT_STATUS') }
    if (!outcome) return { unclear: message('LINE_STATUS_UNKNOWN', { says: cell.outcome }) }
    return { said: { says: outcome }, judge: (parcel) => judgeOutcome(parcel, outcome) }
  }
  const number = withoutZeroDecimals(cell.number)
  const key = trackingKey(number)
  if (number === '') return { unclear: message('LINE_WITHOUT_NUMBER') }
  if (key === '' || number.length > MAX_NUMBER) return { unclear: message('LINE_NO_TRACKING_NUMBER', { number }) }
  const sending = {
    number,
    courier: courierName(cell.courier.slice(0, MAX_NUMBER)) || asked.courier,
    ships: asked.ships,
  }
  return {
    said: { says: number, courier: sending.courier },
    judge(parcel) {
      const holder = holders.get(key)
      const doubts = doubtsOf(number, { courier: sending.courier, parcel, whole, rewritten: rewritten(key) })
      if (doubts) return unclear(doubts)
      const verdict = judgeNumber(parcel, sending, holder && holder.id !== parcel.id ? holder.code : undefined)
      return { ...verdict, ships: isBooked(verdict.finding) && willShip(parcel, sending) }
    },
  }
}
