import type { EntryKind } from '#features/ledger/ledger.kinds.ts'
import { formatDay, formatShortDay } from '#shared/day.ts'
import { demoWords } from '#shared/demo-words.ts'
import {
  amountInWords,
  countsInWords,
  lineInWords,
  runWithDays,
  stateInWords,
  statementTitle,
  whereInLedger,
} from '../../statement.words.ts'
import type { Statement, StatementLine } from '../../statements.contract.ts'

type Named = Record<Statement['state'], string>

/** What a statement says on paper and in CSV; the office's page says the same (statement.words.ts). */
export const statementEn = {
  title: (statement: Pick<Statement, 'producer'>): string => statementTitle(statement),
  statement: 'Statement',
  run: (statement: Statement): string => runWithDays(statement),
  foot: (run: number, name: string) => `Run ${run}, ${name}`,
  paidTo: 'Paid to',
  amount: amountInWords as Named,
  state: stateInWords as Named,
  day: (date: Date) => formatDay(date),
  shortDay: (date: Date) => formatShortDay(date),
  /** Between bank and the last digits of the account. */
  endsIn: 'ends in',

  demo: 'Demo',
  demoWords: demoWords as string,
  account: 'Account',
  reference: 'Reference',
  stateOf: 'State',
  reason: 'Reason',

  delivered: 'Delivered',
  piece: 'Piece',
  maker: 'Maker’s price',
  profit: 'Part of the profit',
  together: 'Together',
  line: (line: StatementLine): string => lineInWords(line),
  where: (line: StatementLine): string => whereInLedger(line),
  counts: (statement: Statement): string => countsInWords(statement),

  check: (ledger: string, lastEntry: number): readonly [string, string] => [
    `Each line is an entry of the ledger that everybody can read at ${ledger}, under the number given here; “order” is how the order’s hash begins there.`,
    `When this run was made, the ledger ended with entry ${lastEntry}. Its hash:`,
  ],
  hash: 'The hash follows from all entries before it. If an entry is ever changed, the ledger shows another hash for this number: keep this paper, and you can tell.',

  /** Of the CSV, in the order of its columns. */
  columns: [
    ...['entry', 'entered', 'kind', 'delivered', 'order', 'order hash', 'line', 'piece', 'quantity'],
    ...["maker's price", 'part of the profit', 'together', 'reason', 'commitment of'],
  ] as readonly string[],
  kind: (kind: EntryKind): string => kind,
}
