import { z } from 'zod'
import { Proof, wrongPassword } from '#features/auth/auth.contract.ts'
import { referenceUsed, TransferReference } from '#features/orders/seller-orders.contract.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { SecondYes, Waits } from '#features/second-yes/second-yes.contract.ts'
import { AppError, sharedFinding } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { MAX_PRICE_PAISE } from '#shared/money.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'
import { numberInText } from '#shared/reading/number-in-text.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText } from '#shared/text.ts'
import { PayoutAccount } from './payouts.account.ts'
import { appError, finding, message } from './payouts.messages.ts'
import { nextSteps, payoutStates } from './payouts.states.ts'

export const payoutNotFound = appError('PAYOUT_NOT_FOUND', 404)
export const payoutRunNotFound = appError('PAYOUT_RUN_NOT_FOUND', 404)
export const nobodyToPay = appError('NOBODY_TO_PAY', 409)
export const nothingOpen = appError('NOTHING_OPEN', 409)
export const runWaits = appError('RUN_WAITS', 409)
export const runGivenUp = appError('RUN_GIVEN_UP', 409)
export const payeeChanged = appError('PAYEE_CHANGED', 409)
export const duesChanged = appError('DUES_CHANGED', 409)
export const payoutEnded = appError('PAYOUT_ENDED', 409)
/** The code is that of refunds; what it says is of payouts. */
export const payoutReferenceUsed = Object.assign(
  () => new AppError(referenceUsed.code, referenceUsed.status, message('PAYOUT_REFERENCE_USED')),
  { code: referenceUsed.code, status: referenceUsed.status },
)
export const referenceOfLostRun = appError('REFERENCE_OF_LOST_RUN', 409)
export const nobodyToCall = appError('NOBODY_TO_CALL', 409)
export const payoutsLocked = appError('PAYOUTS_LOCKED', 409)
export const payoutsNotLocked = appError('PAYOUTS_NOT_LOCKED', 409)
export const unknownReference = appError('UNKNOWN_REFERENCE', 409)
export const olderReference = appError('OLDER_REFERENCE', 409)
export const booksHavePayouts = appError('BOOKS_HAVE_PAYOUTS', 409)

const Count = z.int()

const RunNumber = numberInText(z.string().regex(/^[1-9]\d{0,8}$/, finding('PAYOUT_RUN_NUMBER')), {
  minimum: 1,
  maximum: 999_999_999,
}).transform(Number)
const Producer = z.object({ _id: z.string(), name: z.string() })
const Total = z.object({ amount: Rupees, producers: Count })
/** Since when payouts wait after a restore; null: they do not. */
const LockedSince = IsoTime.nullable()

/** A producer's balance in rupees; below 0 where the producer owes the shop. */
export const Balance = z.object({
  producer: Producer,
  /** "SBI, ends in 4417"; null: there is none. */
  account: z.string().nullable(),
  /** When a mail last asked for an account. */
  accountAskedAt: IsoTime.optional(),
  /** Account or e-mail address changed: a run pays from then on. */
  waitsUntil: IsoTime.optional(),
  /** Sold, paid, delivered, and past the return days. */
  due: Rupees,
  /** Money that still waits for the return days to pass. */
  later: Rupees,
  /** Past those days, with an open return, or goods back without a refund. */
  held: Rupees,
  /** What the next run does with `due`. */
  next: z.enum(nextSteps),
})
export type Balance = z.output<typeof Balance>

/** Every balance that is not 0, by the producer's name. */
export const listDue = endpoint('GET', '/api/payout/due', {
  access: 'seller',
  rights: ['money'],
  summary: 'What is due to producers, and what the next run pays',
  response: z.object({
    balances: z.array(Balance),
    run: Total,
    /** Due, but too little or without an account. */
    waiting: Total,
    /** Balances below 0, which later dues pay off. */
    netted: Total,
    later: Total,
    held: Total,
    /** The least that a run pays. */
    least: Rupees,
    returnDays: Count,
    lockedSince: LockedSince,
  }),
})

export const Payout = z.object({
  _id: z.string(),
  run: Count,
  madeAt: IsoTime,
  /** With the name that the producer had then. */
  producer: Producer,
  amount: Rupees,
  state: z.enum(payoutStates),
  /** "SBI, ends in 4417", at the run; null: entered after a restore. */
  account: z.string().nullable(),
  /** The bank's reference of the transfer. */
  reference: z.string().optional(),
  /** Why the payout failed. */
  reason: z.string().optional(),
  /** Who marked it sent or failed, and when. */
  endedAt: IsoTime.optional(),
  endedBy: z.string().optional(),
  ...ofDemo,
})
export type Payout = z.output<typeof Payout>

export const PayoutRun = z.object({
  number: Count,
  madeAt: IsoTime,
  madeBy: z.string(),
  /** Entered after a restore, as paid by the bank. */
  isFound: z.boolean(),
  amount: Rupees,
  producers: Count,
  open: Count,
  sent: Count,
  failed: Count,
  /** Of a run that waits for a second yes, or was given up without one, all of them. */
  waiting: Count,
  givenUp: Count,
  /** The first 5 payouts that failed. */
  failures: z.array(z.object({ producer: Producer, reason: z.string() })),
  ...ofDemo,
})
export type PayoutRun = z.output<typeof PayoutRun>

/** Required; a used key answers with its run. */
export const PayoutRunKey = z.object({
  'idempotency-key': z
    .string({ error: finding('PAYOUT_RUN_KEY_MISSING') })
    .regex(/^[ -~]{1,255}$/, sharedFinding('IDEMPOTENCY_KEY')),
})

/**
 * Pays each producer with an account and PAYOUT_MIN or more due, unless suspended; the payouts are then sent to the bank. The same key answers the
 * same run. From the shop's amount on it waits for a second person: dues are held, and nothing is entered or sent.
 */
export const makePayoutRun = endpoint('POST', '/api/payout/run', {
  access: 'seller',
  rights: ['money'],
  proof: 'or password',
  summary: 'Make a payout run of what is due',
  headers: PayoutRunKey,
  body: Proof,
  response: z.object({ message: z.string(), run: PayoutRun }),
  waits: Waits,
  errors: [nobodyToPay, runGivenUp, payoutsLocked, wrongPassword],
})

/** The newest run first, then by name. */
export const listPayouts = endpoint('GET', '/api/payout', {
  access: 'seller',
  rights: ['money'],
  summary: 'Payouts',
  query: z.object({
    run: RunNumber.optional(),
    producer: Id.optional(),
    state: z.enum(payoutStates, { error: finding('PAYOUT_STATE') }).optional(),
    page: Page,
    limit: Limit,
  }),
  response: z.object({ payouts: z.array(Payout), ...pageFields }),
})

export const listPayoutRuns = endpoint('GET', '/api/payout/run', {
  access: 'seller',
  rights: ['money'],
  summary: 'Payout runs',
  query: z.object({ page: Page, limit: Limit }),
  response: z.object({ runs: z.array(PayoutRun), ...pageFields }),
})

/** How a payout differs from the last one to the same producer. */
export const ToLookAt = z.object({
  payout: z.string(),
  isFirst: z.boolean(),
  /** The account it went to before, and since when there is another. */
  newAccount: z.object({ was: z.string(), since: IsoTime.nullable() }).nullable(),
  failed: z.object({ run: Count, amount: Rupees }).nullable(),
})
export type ToLookAt = z.output<typeof ToLookAt>

const ofRun = z.object({ id: RunNumber })

export const getPayoutRun = endpoint('GET', '/api/payout/run/:id', {
  access: 'seller',
  rights: ['money'],
  summary: 'A payout run',
  params: ofRun,
  response: PayoutRun.extend({
    lockedSince: LockedSince,
    /** The end of access to the bank's file; null: POST /api/second-factor/again first. */
    provedUntil: IsoTime.nullable(),
    /** What became of the question for a second yes; null: it needed none. */
    secondYes: SecondYes.nullable(),
    /** While it waits: payouts that are not as the last time. */
    toLookAt: z.array(ToLookAt),
  }),
  errors: [payoutRunNotFound],
})

/** A run's open payouts for the bank (NEFT and UPI). Only here are many whole account numbers. */
export const exportBankFile = endpoint('GET', '/api/payout/run/:id/bank.csv', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Open payouts of a run, as a CSV for the bank',
  isHeavy: true,
  params: ofRun,
  file: CSV_TYPE,
  errors: [payoutRunNotFound, nothingOpen, runWaits, payoutsLocked],
})

/** The same as a spreadsheet; account numbers stay text. */
export const exportBankFileXlsx = endpoint('GET', '/api/payout/run/:id/bank.xlsx', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Open payouts of a run, as .xlsx for the bank',
  isHeavy: true,
  params: ofRun,
  file: XLSX_TYPE,
  errors: [payoutRunNotFound, nothingOpen, runWaits, payoutsLocked],
})

const Reference = TransferReference.min(1, finding('PAYOUT_REFERENCE_MISSING'))

/** The bank has paid it. Idempotent for one reference. */
export const markPayoutSent = endpoint('POST', '/api/payout/:id/sent', {
  access: 'seller',
  rights: ['money'],
  summary: 'The bank has paid a payout',
  params: z.object({ id: Id }),
  body: z.object({ reference: Reference }),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [payoutNotFound, payoutEnded, runWaits, payoutReferenceUsed, referenceOfLostRun, payoutsLocked],
})

/** The bank has paid all open payouts of a run. Idempotent for one reference. */
export const markRunSent = endpoint('POST', '/api/payout/run/:id/sent', {
  access: 'seller',
  rights: ['money'],
  summary: 'The bank has paid all that is open of a run',
  params: ofRun,
  body: z.object({ reference: Reference }),
  response: z.object({ message: z.string(), run: PayoutRun }),
  errors: [payoutRunNotFound, nothingOpen, runWaits, payoutReferenceUsed, referenceOfLostRun, payoutsLocked],
})

/** The bank did not pay: the amount is due again at once. Idempotent for one reason. */
export const markPayoutFailed = endpoint('POST', '/api/payout/:id/failed', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'The bank could not pay a payout',
  params: z.object({ id: Id }),
  body: z.object({ reason: personText(message('WHY_PAYOUT_FAILED')) }),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [payoutNotFound, payoutEnded, runWaits, payoutsLocked],
})

const ofProducer = z.object({ producer: Id })

/** The whole account, for editing. Elsewhere, but in the bank's file, it is "SBI, ends in 4417". */
export const getPayoutAccount = endpoint('GET', '/api/payout/account/:producer', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Where a producer is paid',
  params: ofProducer,
  response: z.object({
    producer: Producer,
    account: PayoutAccount.nullable(),
    changedAt: IsoTime.optional(),
    changedBy: z.string().optional(),
    /** The account replaced another and no mail told so: no run pays before somebody calls. */
    mustCall: z.boolean(),
    /** The person who was called about the change. */
    called: z.string().optional(),
    phone: z.string().optional(),
  }),
  errors: [producerNotFound],
})

/** Says who was called about a change that no mail told. */
export const noteCall = endpoint('POST', '/api/payout/account/:producer/called', {
  access: 'seller',
  rights: ['money'],
  proof: 'or password',
  summary: 'Note who was called about a changed account',
  params: ofProducer,
  body: z.object({
    called: personText(message('WHO_WAS_CALLED')),
    changedAt: IsoTime,
    ...Proof.shape,
  }),
  response: z.object({ message: z.string() }),
  errors: [producerNotFound, nobodyToCall, wrongPassword],
})

/**
 * null removes it. A mail tells the producer; a replacing account is paid a day later, without e-mail only after a call (`noteCall`). Earlier runs
 * keep theirs.
 */
export const setPayoutAccount = endpoint('PUT', '/api/payout/account/:producer', {
  access: 'seller',
  rights: ['money'],
  proof: 'or password',
  summary: 'Set where a producer is paid',
  params: ofProducer,
  body: z.object({ account: PayoutAccount.nullable(), ...Proof.shape }),
  response: z.object({ message: z.string(), account: z.string().nullable() }),
  errors: [producerNotFound, wrongPassword],
})

/**
 * After a restore: a payout that the bank made and the books do not know as sent. `payout` names an open one; else an amount and a producer, whose
 * due falls.
 */
export const enterFoundPayout = endpoint('POST', '/api/payout/found', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Enter a payout that the bank made after the backup was taken',
  body: z.union(
    [
      z.object({ reference: Reference, payout: Id }),
      z.object({
        reference: Reference,
        producer: Id,
        amount: Rupees.refine((amount) => amount > 0 && amount <= MAX_PRICE_PAISE, {
          error: finding('FOUND_PAYOUT_AMOUNT'),
        }),
      }),
    ],
    { error: finding('FOUND_PAYOUT_MISSING') },
  ),
  response: z.object({ message: z.string(), payout: Payout }),
  errors: [
    payoutNotFound,
    payoutEnded,
    runWaits,
    producerNotFound,
    payoutReferenceUsed,
    referenceOfLostRun,
    payoutsNotLocked,
  ],
})

/**
 * After a restore, payouts go on. `reference`: of the bank's last payout, null if it made none; `nothingMissing`: the books have every payout of the
 * bank statement.
 */
export const confirmLastPayout = endpoint('POST', '/api/payout/confirm', {
  access: 'seller',
  rights: ['money'],
  onlyPeople: true,
  summary: "Confirm the bank's last payout after a restore",
  body: z.object({
    reference: Reference.nullable(),
    nothingMissing: z.boolean().refine((isSo) => isSo, { error: finding('NOTHING_MISSING') }),
  }),
  response: z.object({ message: z.string() }),
  errors: [payoutsNotLocked, unknownReference, olderReference, booksHavePayouts],
})
