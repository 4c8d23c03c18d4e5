import { readGaps } from '#features/numbers/server/number-gaps.ts'
import { courierName } from '#features/orders/parcels/couriers.ts'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Paise } from '#shared/money.ts'
import { harmIn } from '#shared/reading/harmed-text.ts'
import { withoutZeroDecimals } from '#shared/reading/rewritten-identifiers.ts'
import { judgeCash, judgeNumber, judgeOutcome, type Verdict, willShip } from '../../courier-file.judge.ts'
import { type FileKind, isBooked } from '../../courier-file.kinds.ts'
import { readOutcome, readReference } from '../../courier-file.words.ts'
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
type Reading = { said: Said; judge: (parcel: FoundParcel) => Verdict & Said } | { unclear: string }

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
    const [find, gapOf] = await Promise.all([findParcels(db, references, whole.isRounded), readGaps(db, 'orders')])
    const numbers =
      kind === 'tracking' ? lines.map(({ cell }) => trackingKey(withoutZeroDecimals(cell.number))).filter(Boolean) : []
    const known = { holders: await findByNumber(db, numbers), rewritten: await findRewritten(db, numbers), whole }
    return lines.map(({ line, cell }, at) => {
      const named = { line, named: cell.parcel }
      const reading = read(asked, cell, known)
      const said = 'said' in reading ? reading.said : {}
      if (cell.parcel === '') return { ...named, ...said, finding: 'unclear', note: 'Left out. It names no parcel.' }
      const harm = harmIn(cell.parcel)
      if (harm) return { ...named, ...said, finding: 'unclear', note: `Left out. ${harm}.` }
      const found = find(references[at] ?? {})
      if (!found) {
        const gap = gapOf(references[at]?.order)
        return { ...named, ...said, finding: 'unknown', note: gap ? lostOrder(gap) : 'Left out. Ask the courier.' }
      }
      if ('unclear' in found) return { ...named, ...said, finding: 'unclear', note: `Left out. ${found.unclear}` }
      if (!('status' in found)) return { ...named, ...said, orderId: found.orderId, ...noParcel(found) }
      if ('unclear' in reading)
        return { ...named, parcel: found, finding: 'unclear', note: `Left out. ${reading.unclear}` }
      return take({ ...named, ...said, parcel: found, ...reading.judge(found) })
    })
  }
}

/** The number was perhaps used between a backup and its restore; no order has it now. */
const lostOrder = ({ first, last }: { first: number; last: number }) =>
  `Left out. Orders ${first} to ${last} were placed after the backup that the shop was restored from, and are lost. Settle it with the courier by hand.`

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

function read(asked: Asked, cell: ReadLine['cell'], { holders, rewritten, whole }: KnownNumbers): Reading {
  const harm = [cell.number, cell.courier, cell.outcome, cell.amount].map((text) => harmIn(text)).find(Boolean)
  if (harm) return { unclear: `${harm}.` }
  if (asked.kind === 'cash') {
    const amount = readAmount(cell.amount, whole.sign)
    if (typeof amount === 'string') return { unclear: amount }
    return { said: { amount }, judge: (parcel) => judgeCash(parcel, amount) }
  }
  if (asked.kind === 'outcome') {
    const outcome = readOutcome(cell.outcome)
    if (!outcome)
      return { unclear: cell.outcome === '' ? 'It says no status.' : `We do not know the word “${cell.outcome}”.` }
    return { said: { says: outcome }, judge: (parcel) => judgeOutcome(parcel, outcome) }
  }
  const number = withoutZeroDecimals(cell.number)
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
      const doubts = doubtsOf(number, { courier: sending.courier, parcel, whole, rewritten: rewritten(key) })
      if (doubts !== undefined) return { finding: 'unclear', note: `Left out. ${doubts}` }
      const verdict = judgeNumber(parcel, sending, holder && holder.id !== parcel.id ? holder.code : undefined)
      return { ...verdict, ships: isBooked(verdict.finding) && willShip(parcel, sending) }
    },
  }
}
