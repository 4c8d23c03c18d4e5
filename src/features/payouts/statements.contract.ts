import { z } from 'zod'
import { entryKinds } from '#features/ledger/ledger.kinds.ts'
import { ofDemo } from '#shared/demo.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { appError } from './payouts.messages.ts'
import { enteredStates } from './payouts.states.ts'

export const statementNotFound = appError('STATEMENT_NOT_FOUND', 404)

/** A ledger entry that a payout holds; below 0 where it takes. */
export const StatementLine = z.object({
  entry: z.int(),
  kind: z.enum(entryKinds),
  at: IsoTime,
  deliveredAt: IsoTime.optional(),
  /** `hash` and `line` (1, 2 …) are those of the public ledger. */
  order: z.object({ _id: z.string(), number: z.int(), hash: z.string(), line: z.int().optional() }).optional(),
  /** The product's name when it was ordered. */
  piece: z.string().optional(),
  quantity: z.int(),
  /** The text behind `commitment`, where the public ledger hides the entry (docs/ledger.md). */
  opening: z.string().optional(),
  maker: Rupees,
  profit: Rupees,
  /** Maker's price and profit; of a payout, what it brings (it failed) or takes (it was paid). */
  together: Rupees,
  /** The reason of a correction or a failed payout. */
  reason: z.string().optional(),
  /** The run of that earlier payout. */
  ofRun: z.int().optional(),
})
export type StatementLine = z.output<typeof StatementLine>

/** What one run pays one producer, without its lines. */
export const Statement = z.object({
  _id: z.string(),
  run: z.object({ number: z.int(), madeAt: IsoTime }),
  producer: z.object({
    _id: z.string(),
    name: z.string(),
    /** Where mails about it go, if the shop knows an address. */
    email: z.string().optional(),
  }),
  state: z.enum(enteredStates),
  amount: Rupees,
  /** "SBI, ends in 4417", at the run; null: entered after a restore. */
  account: z.string().nullable(),
  /** The bank's reference, once the payout is sent. */
  reference: z.string().optional(),
  /** Why the payout failed. */
  reason: z.string().optional(),
  /** When it was sent or failed. */
  endedAt: IsoTime.optional(),
  /** First and last delivery of sold pieces. */
  delivered: z.object({ from: IsoTime, to: IsoTime }).optional(),
  counts: z.object({
    sales: z.int(),
    returns: z.int(),
    losses: z.int(),
    corrections: z.int(),
    payouts: z.int(),
  }),
  /** Added up over all lines. */
  sums: z.object({ maker: Rupees, profit: Rupees, together: Rupees }),
  /** The ledger's last entry at the time of the run. */
  lastEntry: z.object({ number: z.int(), hash: z.string() }),
  ...ofDemo,
})
export type Statement = z.output<typeof Statement>

const ofPayout = {
  access: 'seller',
  rights: ['money'],
  params: z.object({ id: Id }),
  errors: [statementNotFound],
} as const

/** Newest lines first, in pages; the statement is the same on each. */
export const getStatement = endpoint('GET', '/api/payout/:id/statement', {
  ...ofPayout,
  summary: 'What a payout pays, piece by piece',
  query: z.object({ page: Page }),
  response: z.object({ statement: Statement, lines: z.array(StatementLine), ...pageFields }),
})

export const getStatementPdf = endpoint('GET', '/api/payout/:id/statement.pdf', {
  ...ofPayout,
  isHeavy: true,
  summary: 'The statement of a payout as PDF',
  file: 'application/pdf',
})

export const getStatementXlsx = endpoint('GET', '/api/payout/:id/statement.xlsx', {
  ...ofPayout,
  isHeavy: true,
  summary: 'The statement of a payout as .xlsx',
  file: XLSX_TYPE,
})

export const getStatementCsv = endpoint('GET', '/api/payout/:id/statement.csv', {
  ...ofPayout,
  isHeavy: true,
  summary: 'The statement of a payout as CSV',
  file: CSV_TYPE,
})
