import type { CsvCell } from '#kernel/http/csv.ts'
import { writeMoment } from '#shared/day.ts'
import { writeRupees } from '#shared/money.ts'
import { lineInWords } from '../../statement.words.ts'
import type { StatementLine } from '../../statements.contract.ts'

/** `entry`, `order hash` and `line` are as in the public ledger's CSV; SHA-256 of `commitment of` is its commitment, where it hides the maker. */
export const statementHeading = [
  ...['entry', 'entered', 'kind', 'delivered', 'order', 'order hash', 'line', 'piece', 'quantity'],
  ...["maker's price", 'part of the profit', 'together', 'reason', 'commitment of'],
]

/** In a spreadsheet; all other columns are text. */
export const statementKinds = {
  entry: 'count',
  entered: 'moment',
  delivered: 'moment',
  order: 'count',
  quantity: 'count',
  "maker's price": 'amount',
  'part of the profit': 'amount',
  together: 'amount',
} as const

/** Rupees, days and times of India. */
export const statementRow = (line: StatementLine): CsvCell[] => {
  const { entry, at, kind, deliveredAt, order, quantity, reason } = line
  return [
    ...[entry, writeMoment(at), kind, deliveredAt ? writeMoment(deliveredAt) : ''],
    ...[order?.number ?? '', order?.hash ?? '', order?.line ?? '', line.piece ?? lineInWords(line), quantity],
    ...[line.maker, line.profit, line.together].map(writeRupees),
    reason ?? '',
    line.opening ?? '',
  ]
}
