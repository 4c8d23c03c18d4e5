import { courierName } from '#features/orders/couriers.ts'
import { trackingKey } from '#features/orders/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Paise } from '#shared/money.ts'
import { judgeCash, judgeNumber, judgeOutcome, type Verdict, willShip } from '../../courier-file.judge.ts'
import { type FileKind, isBooked } from '../../courier-file.kinds.ts'
import { readOutcome, readReference } from '../../courier-file.words.ts'
import { type FoundParcel, findByNumber, findParcels, type NoParcel } from './find-parcels.ts'
import { type ReadLine, readAmount } from './read-courier-file.ts'

/** What a parcel's tracking number may have at most. */
const MAX_NUMBER = 60

/** A line that was compared with the shop. */
export interface CheckedLine extends Verdict {
  line: number
  named: string
  /** The parcel, or the order of which no one parcel is meant. */
  parcel?: FoundParcel | undefined
  orderId?: string
  /** A tracking number, or what becomes of the parcel. */
  says?: string
  courier?: string | null
  /** Cash in the line. */
  amount?: Paise
  /** The line of the same file that books this parcel. */
  otherLine?: number
  /** The parcel becomes Shipped. */
  ships?: boolean
}

interface Asked {
  kind: FileKind
  /** Of all parcels, where no column says it. */
  courier: string | null
  /** Packed parcels that get a tracking number become Shipped. */
  ships: boolean
}

type Said = Pick<CheckedLine, 'says' | 'courier' | 'amount' | 'ships'>
/** What a line says of its parcel, how it is judged, or why it cannot be read. */
type Reading = { said: Said; judge: (parcel: FoundParcel) => Verdict & Said } | { unclear: string }

/** Compares the lines of one file with the shop, some at a time and in their order; it knows which parcels it has booked already. */
export function lineChecker(db: Db, asked: Asked) {
  const { kind } = asked
  /** Parcel -> the line that books it. */
  const bookedBy = new Map<string, number>()
  /** Tracking number as it is compared -> the line that gives it, and to which parcel. */
  const givenBy = new Map<string, { line: number; code: string }>()

  /** The line as it stays: one that would book what an earlier line books is left out. */
  function take(checked: CheckedLine) {
    const { parcel, finding, line, says } = checked
    if (!parcel || !isBooked(finding)) return checked
    const first = bookedBy.get(parcel.id)
    if (first !== undefined) return twice(checked, first, `Left out. Line ${first} books it.`)
    const key = kind === 'tracking' && says !== undefined ? trackingKey(says) : undefined
    const given = key === undefined ? undefined : givenBy.get(key)
    if (given) return twice(checked, given.line, `Left out. Line ${given.line} gives this number to ${given.code}.`)
    bookedBy.set(parcel.id, line)
    if (key !== undefined) givenBy.set(key, { line, code: parcel.code })
    return checked
  }

  return async (lines: readonly ReadLine[]): Promise<CheckedLine[]> => {
    const references = lines.map(({ cell }) => readReference(kind, cell.parcel))
    const find = await findParcels(db, references)
    const holders =
      kind === 'tracking'
        ? await findByNumber(db, lines.map(({ cell }) => trackingKey(cell.number)).filter(Boolean))
        : new Map<string, FoundParcel>()
    return lines.map(({ line, cell }, at) => {
      const named = { line, named: cell.parcel }
      const reading = read(asked, cell, holders)
      const said = 'said' in reading ? reading.said : {}
      if (cell.parcel === '') return { ...named, ...said, finding: 'unclear', note: 'Left out. It names no parcel.' }
      const found = find(references[at] ?? {})
      if (!found) return { ...named, ...said, finding: 'unknown', note: 'Left out. Ask the courier.' }
      if (!('status' in found)) return { ...named, ...said, orderId: found.orderId, ...noParcel(found) }
      if ('unclear' in reading)
        return { ...named, parcel: found, finding: 'unclear', note: `Left out. ${reading.unclear}` }
      return take({ ...named, ...said, parcel: found, ...reading.judge(found) })
    })
  }
}

const twice = (checked: CheckedLine, otherLine: number, note: string): CheckedLine => ({
  ...checked,
  finding: 'twice',
  note,
  otherLine,
  ships: false,
})

function noParcel({ order, parcels }: NoParcel): Verdict {
  if (parcels === 0) return { finding: 'barred', note: `Left out. Order ${order} has no parcel: confirm it first.` }
  return { finding: 'unclear', note: `Left out. Order ${order} has ${parcels} parcels: name one, such as H${order}-1.` }
}

function read(asked: Asked, cell: ReadLine['cell'], holders: ReadonlyMap<string, FoundParcel>): Reading {
  if (asked.kind === 'cash') {
    const amount = readAmount(cell.amount)
    if (amount === undefined)
      return { unclear: cell.amount === '' ? 'It has no amount.' : `“${cell.amount}” is no amount.` }
    return { said: { amount }, judge: (parcel) => judgeCash(parcel, amount) }
  }
  if (asked.kind === 'outcome') {
    const outcome = readOutcome(cell.outcome)
    if (!outcome)
      return { unclear: cell.outcome === '' ? 'It says no status.' : `We do not know the word “${cell.outcome}”.` }
    return { said: { says: outcome }, judge: (parcel) => judgeOutcome(parcel, outcome) }
  }
  const { number } = cell
  const key = trackingKey(number)
  if (key === '' || number.length > MAX_NUMBER)
    return { unclear: number === '' ? 'It has no tracking number.' : `“${number}” is no tracking number.` }
  const sending = {
    number,
    courier: courierName(cell.courier.slice(0, MAX_NUMBER)) || asked.courier,
    ships: asked.ships,
  }
  return {
    said: { says: number, courier: sending.courier },
    judge(parcel) {
      const holder = holders.get(key)
      const verdict = judgeNumber(parcel, sending, holder && holder.id !== parcel.id ? holder.code : undefined)
      return { ...verdict, ships: isBooked(verdict.finding) && willShip(parcel, sending) }
    },
  }
}
