import { z } from 'zod'
import { entryKinds } from '#features/ledger/ledger.kinds.ts'
import { appError } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { payoutStates } from './payouts.states.ts'

export const statementNotFound = appError('STATEMENT_NOT_FOUND', 404, 'There is no payout with this statement')

/** Lines of a statement on one page of the screen. */

/** One entry of the ledger that a payout holds. Below 0 where it takes. */
export const StatementLine = z.object({
  /** Its number in the ledger. */
  entry: z.int(),
  kind: z.enum(entryKinds),
  /** When it was entered. */
  at: IsoTime,
  /** When the piece was delivered. */
  deliveredAt: IsoTime.optional(),
  /** `hash` stands for the order in the public ledger, `line` is its line there: 1, 2 … */
  order: z.object({ _id: z.string(), number: z.int(), hash: z.string(), line: z.int().optional() }).optional(),
  /** The product's name when it was ordered. */
  piece: z.string().optional(),
  quantity: z.int(),
  maker: Rupees,
  profit: Rupees,
  /** Both; of a payout what it brings, as it failed, or takes, as it was paid already. */
  together: Rupees,
  /** Why: of a correction, and of a payout that failed. */
  reason: z.string().optional(),
  /** The run of the earlier payout that this line is about. */
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
    /** Where mails about it go; none where the shop knows no address. */
    email: z.string().optional(),
  }),
  state: z.enum(payoutStates),
  amount: Rupees,
  /** "SBI, ends in 4417", as it was at the run; null: it was entered after a restore. */
  account: z.string().nullable(),
  /** The bank's, once it is sent. */
  reference: z.string().optional(),
  /** Why it failed. */
  reason: z.string().optional(),
  /** When it was sent, or failed. */
  endedAt: IsoTime.optional(),
  /** The first and the last delivery of what was sold. */
  delivered: z.object({ from: IsoTime, to: IsoTime }).optional(),
  /** How many lines there are of each kind. */
  counts: z.object({
    sales: z.int(),
    returns: z.int(),
    losses: z.int(),
    corrections: z.int(),
    payouts: z.int(),
  }),
  /** Of all lines. */
  sums: z.object({ maker: Rupees, profit: Rupees, together: Rupees }),
  /** The last entry of the ledger when the run was made. */
  lastEntry: z.object({ number: z.int(), hash: z.string() }),
})
export type Statement = z.output<typeof Statement>

const ofPayout = { access: 'seller', params: z.object({ id: Id }), errors: [statementNotFound] } as const

/** Newest lines first, in pages; the statement itself is the same on each. */
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

export const getStatementCsv = endpoint('GET', '/api/payout/:id/statement.csv', {
  ...ofPayout,
  isHeavy: true,
  summary: 'The statement of a payout as CSV',
  file: CSV_TYPE,
})
