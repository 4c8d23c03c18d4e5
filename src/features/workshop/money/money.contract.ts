import { z } from 'zod'
import { entryKinds } from '#features/ledger/ledger.kinds.ts'
import { enteredStates } from '#features/payouts/payouts.states.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { Earnings } from '#features/producers/earnings.contract.ts'
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
  /** Of the piece, as it was when it was ordered. */
  picture: ProductPicture.nullable(),
  /** How the shopper's price, to which they add up, is shared; below 0 where it goes back. null: it is of no piece. */
  shares: z.object({ maker: Rupees, producer: Rupees, costs: Rupees, community: Rupees, shop: Rupees }).nullable(),
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
    /** What the producer gets of pieces that are with a courier, and in how many parcels. */
    onTheWay: z.object({ amount: Rupees, parcels: z.int() }),
    due: Rupees,
    later: Rupees,
    /** When the first of `later` is due; null: there is none. */
    laterFrom: IsoTime.nullable(),
    /** As the producer's public page counts it; null before the first sale. */
    earned: Earnings,
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
