import { z } from 'zod'
import { CurrentPassword, wrongPassword } from '#features/account/account.contract.ts'
import { TransferReference } from '#features/orders/seller-orders.contract.ts'
import { appError } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { formatRupees, MAX_PRICE_PAISE, type Paise } from '#shared/money.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText } from '#shared/text.ts'
import { PayoutAccount } from './payouts.account.ts'
import { nextSteps, payoutStates } from './payouts.states.ts'

export const payoutNotFound = appError('PAYOUT_NOT_FOUND', 404, 'This payout was not found')
export const payoutRunNotFound = appError('PAYOUT_RUN_NOT_FOUND', 404, 'This payout run was not found')
export const payoutProducerNotFound = appError('PRODUCER_NOT_FOUND', 404, 'This producer was not found')
export const nobodyToPay = appError(
  'NOBODY_TO_PAY',
  409,
  (least: Paise) => `Nobody can be paid now: no producer with an account has ${formatRupees(least)} or more due`,
)
export const nothingOpen = appError(
  'NOTHING_OPEN',
  409,
  'Nothing of this run is open: every payout was sent or has failed, and the bank is to pay none of it again',
)
export const payoutEnded = appError('PAYOUT_ENDED', 409, (what: string) => `${what}. Nothing was changed`)
export const payoutReferenceUsed = appError(
  'REFERENCE_USED',
  409,
  'Another payout to this producer has this reference already. Nothing was changed',
)
export const payoutsLocked = appError(
  'PAYOUTS_LOCKED',
  409,
  'This shop was restored from a backup. Nothing is paid out until you have confirmed the last payout of the bank',
)
export const payoutsNotLocked = appError(
  'PAYOUTS_NOT_LOCKED',
  409,
  'Payouts are not locked: there is nothing to confirm',
)
export const unknownReference = appError(
  'UNKNOWN_REFERENCE',
  409,
  'No payout in these books has this reference. If the bank did pay it, enter that payout first; then confirm again',
)
export const olderReference = appError(
  'OLDER_REFERENCE',
  409,
  'These books have a later payout than this. Look for the last one in the statement of your bank',
)
export const booksHavePayouts = appError(
  'BOOKS_HAVE_PAYOUTS',
  409,
  'These books have payouts that the bank has made. Enter the reference of the last one',
)

const Count = z.int()

const RunNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Runs are numbered from 1 on')
  .transform(Number)
const Producer = z.object({ _id: z.string(), name: z.string() })
const Total = z.object({ amount: Rupees, producers: Count })
/** Since when nothing is paid out, after a restore; null: payouts go on. */
const LockedSince = IsoTime.nullable()

/** What the shop owes a producer, in rupees; below 0 where the producer owes it. */
export const Balance = z.object({
  producer: Producer,
  /** "SBI, ends in 4417"; null: there is none. */
  account: z.string().nullable(),
  /** When a mail last asked for an account. */
  accountAskedAt: IsoTime.optional(),
  /** Sold, paid for, delivered, and the days to return are over. */
  due: Rupees,
  /** In the days to return. */
  later: Rupees,
  /** The days are over, but a return is open or goods are back that nothing was refunded for yet. */
  held: Rupees,
  /** What the next run does with `due`. */
  next: z.enum(nextSteps),
})
export type Balance = z.output<typeof Balance>

/** Every producer whom the shop owes something, or who owes it, by name. */
export const listDue = endpoint('GET', '/api/payout/due', {
  access: 'seller',
  summary: 'What is due to producers, and what the next run pays',
  response: z.object({
    balances: z.array(Balance),
    run: Total,
    /** Due, but too little or without an account. */
    waiting: Total,
    /** Below 0. */
    netted: Total,
    later: Total,
    held: Total,
    /** A run pays from this much on. */
    least: Rupees,
    returnDays: Count,
    lockedSince: LockedSince,
  }),
})

export const Payout = z.object({
  _id: z.string(),
  run: Count,
  /** When the run was made. */
  madeAt: IsoTime,
  /** As the producer was called then. */
  producer: Producer,
  amount: Rupees,
  state: z.enum(payoutStates),
  /** "SBI, ends in 4417", as it was at the run; null: it was entered after a restore. */
  account: z.string().nullable(),
  /** The bank's. */
  reference: z.string().optional(),
  /** Why it failed. */
  reason: z.string().optional(),
  /** When it was noted as sent or failed, and by whom. */
  endedAt: IsoTime.optional(),
  endedBy: z.string().optional(),
})
export type Payout = z.output<typeof Payout>

export const PayoutRun = z.object({
  number: Count,
  madeAt: IsoTime,
  madeBy: z.string(),
  /** Entered after a restore, as the bank had paid it. */
  isFound: z.boolean(),
  amount: Rupees,
  producers: Count,
  open: Count,
  sent: Count,
  failed: Count,
  /** The first 5 that failed. */
  failures: z.array(z.object({ producer: Producer, reason: z.string() })),
})
export type PayoutRun = z.output<typeof PayoutRun>

/** Required: a key that was used before is answered with the run that it made. */
export const PayoutRunKey = z.object({
  'idempotency-key': z
    .string({ error: 'Send an Idempotency-Key, so that a repeated call pays nobody twice' })
    .regex(/^[ -~]{1,255}$/, 'Idempotency-Key takes 1 to 255 characters: letters, digits and signs'),
})

/**
 * Pays every producer with an account whose `due` is PAYOUT_MIN or more: payouts that are to be sent to the bank. The same key
 * again answers the same run.
 */
export const makePayoutRun = endpoint('POST', '/api/payout/run', {
  access: 'seller',
  summary: 'Make a payout run of what is due',
  headers: PayoutRunKey,
  response: z.object({ message: z.string(), run: PayoutRun }),
  errors: [nobodyToPay, payoutsLocked],
})

/** The newest run first, by name within a run. */
export const listPayouts = endpoint('GET', '/api/payout', {
  access: 'seller',
  summary: 'Payouts',
  query: z.object({
    run: RunNumber.optional(),
    producer: Id.optional(),
    state: z.enum(payoutStates, { error: 'Choose open, sent or failed' }).optional(),
    page: Page,
    limit: Limit,
  }),
  response: z.object({ payouts: z.array(Payout), ...pageFields }),
})

/** The newest first. */
export const listPayoutRuns = endpoint('GET', '/api/payout/run', {
  access: 'seller',
  summary: 'Payout runs',
  query: z.object({ page: Page, limit: Limit }),
  response: z.object({ runs: z.array(PayoutRun), ...pageFields }),
})

const ofRun = z.object({ id: RunNumber })

export const getPayoutRun = endpoint('GET', '/api/payout/run/:id', {
  access: 'seller',
  summary: 'A payout run',
  params: ofRun,
  response: PayoutRun.extend({ lockedSince: LockedSince }),
  errors: [payoutRunNotFound],
})

/** What is open of a run, for the bank: columns for NEFT and UPI. The only place that has whole account numbers of several producers. */
export const exportBankFile = endpoint('GET', '/api/payout/run/:id/bank.csv', {
  access: 'seller',
  summary: 'Open payouts of a run, as a CSV for the bank',
  isHeavy: true,
  params: ofRun,
  file: CSV_TYPE,
  errors: [payoutRunNotFound, nothingOpen, payoutsLocked],
})

const Reference = TransferReference.min(1, 'Enter the reference of the transfer')

/** The bank has paid it. Once; the same reference again answers the same. */
export const markPayoutSent = endpoint('POST', '/api/payout/:id/sent', {
  access: 'seller',
  summary: 'The bank has paid a payout',
  params: z.object({ id: Id }),
  body: z.object({ reference: Reference }),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [payoutNotFound, payoutEnded, payoutReferenceUsed, payoutsLocked],
})

/** The bank has paid all that is open of a run, under one reference. The same reference again answers the same. */
export const markRunSent = endpoint('POST', '/api/payout/run/:id/sent', {
  access: 'seller',
  summary: 'The bank has paid all that is open of a run',
  params: ofRun,
  body: z.object({ reference: Reference }),
  response: z.object({ message: z.string(), run: PayoutRun }),
  errors: [payoutRunNotFound, nothingOpen, payoutReferenceUsed, payoutsLocked],
})

/** The bank did not pay it: its amount is due again at once. Once; the same again answers the same. */
export const markPayoutFailed = endpoint('POST', '/api/payout/:id/failed', {
  access: 'seller',
  summary: 'The bank could not pay a payout',
  params: z.object({ id: Id }),
  body: z.object({ reason: personText('why it failed') }),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [payoutNotFound, payoutEnded, payoutsLocked],
})

const ofProducer = z.object({ producer: Id })

/** For whoever edits it. Everywhere else, but in the bank's file, an account is "SBI, ends in 4417". */
export const getPayoutAccount = endpoint('GET', '/api/payout/account/:producer', {
  access: 'seller',
  summary: 'Where a producer is paid',
  params: ofProducer,
  response: z.object({
    producer: Producer,
    account: PayoutAccount.nullable(),
    changedAt: IsoTime.optional(),
    changedBy: z.string().optional(),
  }),
  errors: [payoutProducerNotFound],
})

/** null takes the account off. The producer gets a mail. Payouts of earlier runs go where they were to go. */
export const setPayoutAccount = endpoint('PUT', '/api/payout/account/:producer', {
  access: 'seller',
  summary: 'Set where a producer is paid',
  params: ofProducer,
  body: z.object({ account: PayoutAccount.nullable(), currentPassword: CurrentPassword }),
  response: z.object({ message: z.string(), account: z.string().nullable() }),
  errors: [payoutProducerNotFound, wrongPassword],
})

/**
 * After a restore: a payout that the bank has made and the restored books do not know as sent. With `payout` it is one of theirs that
 * is open; else it is one of an amount to a producer, which lowers what is due to them.
 */
export const enterFoundPayout = endpoint('POST', '/api/payout/found', {
  access: 'seller',
  summary: 'Enter a payout that the bank made after the backup was taken',
  body: z.union(
    [
      z.object({ reference: Reference, payout: Id }),
      z.object({
        reference: Reference,
        producer: Id,
        amount: Rupees.refine((amount) => amount > 0 && amount <= MAX_PRICE_PAISE, {
          error: 'Enter what the bank paid, up to 1,00,00,000 rupees',
        }),
      }),
    ],
    { error: 'Say which payout it was, or to whom and how much' },
  ),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [payoutNotFound, payoutEnded, payoutProducerNotFound, payoutReferenceUsed, payoutsNotLocked],
})

/**
 * After a restore: `reference` is that of the last payout in the statement of the bank, null if the bank has made none, and
 * `nothingMissing` says that every payout in that statement is in the books. Payouts go on.
 */
export const confirmLastPayout = endpoint('POST', '/api/payout/confirm', {
  access: 'seller',
  summary: "Confirm the bank's last payout after a restore",
  body: z.object({
    reference: Reference.nullable(),
    nothingMissing: z
      .boolean()
      .refine((isSo) => isSo, { error: 'Confirm that every payout in the statement of the bank is in these books' }),
  }),
  response: z.object({ message: z.string() }),
  errors: [payoutsNotLocked, unknownReference, olderReference, booksHavePayouts],
})
