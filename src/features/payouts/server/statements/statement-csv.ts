import type { CsvCell } from '#kernel/http/csv.ts'
import { writeMoment } from '#shared/day.ts'
import type { Language } from '#shared/languages.ts'
import { writeRupees } from '#shared/money.ts'
import type { StatementLine } from '../../statements.contract.ts'
import { statementWords } from './statement-words.ts'

/** Number, order's hash and line are as in the public ledger's CSV; SHA-256 of the last one is its commitment, where it hides the maker. */
export const statementHeading = (language: Language) => [...statementWords[language].columns]

/** In the office's spreadsheet; all other columns are text. */
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
export const statementRow = (line: StatementLine, language: Language): CsvCell[] => {
  const say = statementWords[language]
  const { entry, at, kind, deliveredAt, order, quantity, reason } = line
  return [
    ...[entry, writeMoment(at), say.kind(kind), deliveredAt ? writeMoment(deliveredAt) : ''],
    ...[order?.number ?? '', order?.hash ?? '', order?.line ?? '', line.piece ?? say.line(line), quantity],
    ...[line.maker, line.profit, line.together].map(writeRupees),
    reason ?? '',
    line.opening ?? '',
  ]
}
