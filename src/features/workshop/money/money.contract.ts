import { z } from 'zod'
import { entryKinds } from '#features/ledger/ledger.kinds.ts'
import { enteredStates } from '#features/payouts/payouts.states.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { appError } from '../workshop.messages.ts'

export const statementGone = appError('WORKSHOP_STATEMENT_GONE', 404)

/** What a sale, or what goes back of one, brings the producer. No shopper and no order number. */
export const OwnSale = z.object({
  /** Its number in the ledger. */
  entry: z.int(),
  kind: z.enum(entryKinds),
  at: IsoTime,
  piece: z.string().nullable(),
  quantity: z.int(),
  /** Below 0 where it takes. */
  amount: Rupees,
  dueFrom: IsoTime,
  state: z.enum(['later', 'due', 'in a payout']),
})
export type OwnSale = z.output<typeof OwnSale>

export const OwnPayout = z.object({
  _id: z.string(),
  madeAt: IsoTime,
  amount: Rupees,
  state: z.enum(enteredStates),
  reference: z.string().nullable(),
  endedAt: IsoTime.nullable(),
})
export type OwnPayout = z.output<typeof OwnPayout>

const own = { access: 'producer', people: 'own' } as const

/** Sales that no payout holds and those of the payouts, newest first, 25 a page; the last payouts with the first page. */
export const getOwnMoney = endpoint('GET', '/api/workshop/money', {
  ...own,
  summary: 'What the producer is owed, sale by sale, and what was paid',
  query: z.object({ page: Page }),
  response: z.object({
    due: Rupees,
    later: Rupees,
    sales: z.array(OwnSale),
    payouts: z.array(OwnPayout),
    ...pageFields,
  }),
})

const ofPayout = { ...own, isHeavy: true, params: z.object({ id: Id }), errors: [statementGone] } as const

export const getOwnStatement = endpoint('GET', '/api/workshop/money/:id/statement.pdf', {
  ...ofPayout,
  summary: 'The statement of an own payout as PDF, in the language of who asks',
  file: 'application/pdf',
})

export const getOwnStatementCsv = endpoint('GET', '/api/workshop/money/:id/statement.csv', {
  ...ofPayout,
  summary: 'The statement of an own payout as CSV, in the language of who asks',
  file: CSV_TYPE,
})
