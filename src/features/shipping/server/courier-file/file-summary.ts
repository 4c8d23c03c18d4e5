import { z } from 'zod'
import { minus, NO_MONEY, plus } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { findings, isBooked } from '../../courier-file.kinds.ts'
import type { CheckedLine } from './check-lines.ts'

const Counts = z.record(z.enum([...findings, 'missing', 'toBook', 'ships']), z.int())
const Amounts = z.record(
  z.enum(['file', 'left', 'toBook', 'matched', 'short', 'more', 'unknown', 'twice', 'missing']),
  PaiseNumber,
)

/** A stored summary: amounts in paise, and the first parcels whose cash is missing. */
export const KeptSummary = z.object({
  counts: Counts,
  amounts: Amounts,
  missing: z.array(z.object({ id: z.string(), expected: PaiseNumber })),
})
export type KeptSummary = z.output<typeof KeptSummary>

export const readSummary = (json: string) => KeptSummary.parse(JSON.parse(json))

export const emptySummary = (): KeptSummary => ({
  counts: {
    ...{ matched: 0, same: 0, changed: 0, short: 0, more: 0, unknown: 0, twice: 0, unclear: 0, barred: 0 },
    ...{ missing: 0, toBook: 0, ships: 0 },
  },
  amounts: {
    ...{ file: NO_MONEY, left: NO_MONEY, toBook: NO_MONEY, matched: NO_MONEY, short: NO_MONEY, more: NO_MONEY },
    ...{ unknown: NO_MONEY, twice: NO_MONEY, missing: NO_MONEY },
  },
  missing: [],
})

/** Adds a line. `file` is all cash; `toBook` is `file` without `left` (left out) and `more` (too much). */
export function addToSummary({ counts, amounts }: KeptSummary, line: CheckedLine) {
  const { finding, amount = NO_MONEY, expected = NO_MONEY } = line
  counts[finding] += 1
  amounts.file = plus(amounts.file, amount)
  if (finding === 'matched' || finding === 'unknown' || finding === 'twice')
    amounts[finding] = plus(amounts[finding], amount)
  if (finding === 'short') amounts.short = plus(amounts.short, minus(expected, amount))
  if (finding === 'more') amounts.more = plus(amounts.more, minus(amount, expected))
  if (!isBooked(finding)) {
    amounts.left = plus(amounts.left, amount)
    return
  }
  counts.toBook += 1
  if (line.ships) counts.ships += 1
  amounts.toBook = plus(amounts.toBook, finding === 'more' ? expected : amount)
}
