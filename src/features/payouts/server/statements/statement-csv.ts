import type { CsvCell } from '#kernel/http/csv.ts'
import { writeMoment } from '#shared/day.ts'
import { writeRupees } from '#shared/money.ts'
import { lineInWords } from '../../statement.words.ts'
import type { StatementLine } from '../../statements.contract.ts'

/** `entry`, `order hash` and `line` are those of the public ledger's CSV, by which each row can be found there. */
export const statementHeading = [
  ...['entry', 'entered', 'kind', 'delivered', 'order', 'order hash', 'line', 'piece', 'quantity'],
  ...["maker's price", 'part of the profit', 'together', 'reason'],
]

/** A line as a row for a CSV: money in rupees, days and times as India writes them. */
export const statementRow = (line: StatementLine): CsvCell[] => {
  const { entry, at, kind, deliveredAt, order, quantity, reason } = line
  return [
    ...[entry, writeMoment(at), kind, deliveredAt ? writeMoment(deliveredAt) : ''],
    ...[order?.number ?? '', order?.hash ?? '', order?.line ?? '', line.piece ?? lineInWords(line), quantity],
    ...[line.maker, line.profit, line.together].map(writeRupees),
    reason ?? '',
  ]
}
