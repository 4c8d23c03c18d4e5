import { z } from 'zod'
import { Proof, wrongPassword } from '#features/auth/auth.contract.ts'
import { Percentages, Shares } from '#features/prices/prices.percentages.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { keyTaken } from '#features/products/price-changes.contract.ts'
import { Waits } from '#features/second-yes/second-yes.contract.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { MAX_PRICE_PAISE } from '#shared/money.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { text } from '#shared/text.ts'
import { MAX_FOR, MAX_LEDGER_REASON } from './ledger.limits.ts'
import { appError, finding, message } from './ledger.messages.ts'
import { Day, Month } from './ledger.months.ts'

/** Unnamed makers have one sum together, if there are so many: with fewer, a sum could be traced to its maker. */
export const FEWEST_OTHERS = 5

/** On the ledger's page; `listCommunityPayouts` has all. */
export const SHOWN_COMMUNITY_PAYOUTS = 25

export const noSuchMonth = appError('NO_SUCH_MONTH', 404)
export const moreThanIsLeft = appError('MORE_THAN_IS_LEFT', 409, ({ left }) => ({ details: { left } }))

/** Sales, returns, losses and corrections, added up; `total` is all five shares. */
const Sums = z.object({
  shares: Shares,
  total: Rupees,
  /** Maker's price and the maker's part of the profit. */
  toMakers: Rupees,
  tax: Rupees,
  sales: z.int(),
  returns: z.int(),
})
export type Sums = z.output<typeof Sums>

export const CommunityPayout = z.object({
  _id: z.string(),
  entry: z.int(),
  /** 'YYYY-MM-DD'. */
  day: z.string(),
  for: z.string(),
  amount: Rupees,
  link: z.string().optional(),
})
export type CommunityPayout = z.output<typeof CommunityPayout>

const Ledger = z.object({
  /** 'YYYY-MM', of India. */
  month: z.string(),
  /** Those with entries, and the present one; the newest first. */
  months: z.array(z.string()),
  /** The month's sums without `unstated`; null where they would tell the sum of one to four unnamed makers. */
  sums: Sums.nullable(),
  /** How the profit was shared; null if that changed within the month, or shortly before. */
  percentages: Percentages.nullable(),
  /** The makers' part of `sums.total` in whole percent, rounded down; null if nothing was sold, more went back, or without `sums`. */
  percent: z.int().nullable(),
  /** Paid of `sums.toMakers` by now; each maker's payouts pay the oldest month first. Null where `sums` is. */
  paidSoFar: Rupees.nullable(),
  /** Makers who agree, by their entries of that time; the largest total first. */
  makers: z.array(
    Sums.extend({
      /** Entries name the maker by this number. */
      number: z.int(),
      /** A producer without `_id` has no page. */
      producer: z.object({ _id: z.string().optional(), name: z.string() }),
    }),
  ),
  /** Entries without a maker's consent. null: none; `sums` null: of fewer than five makers. */
  others: z.object({ makers: z.int(), sums: Sums.nullable() }).nullable(),
  /** Losses and corrections; null if none. */
  withoutMaker: Sums.nullable(),
  /** Sales without a maker's price, which no sum or percentage counts. */
  unstated: z.object({
    /** Null where it would tell the sum of a few unnamed makers. */
    total: Rupees.nullable(),
    sales: z.int(),
    returns: z.int(),
  }),
  /** First and last number of the month, with the last hash; null without entries. */
  numbers: z.object({ first: z.int(), last: z.int(), lastHash: z.string(), ...ofDemo }).nullable(),
  /** How many entries the whole ledger has, without the numbers `skipped` by a restore. */
  entries: z.int(),
  skipped: z.int(),
  lastHash: z.string().nullable(),
  /** The last check of all entries; null before the first. */
  check: z
    .object({
      at: IsoTime,
      entries: z.int(),
      /** The first wrong entry; null: none. */
      off: z.int().nullable(),
    })
    .nullable(),
  community: z.object({
    /** The first month; null without entries. */
    since: z.string().nullable(),
    collected: Rupees,
    given: Rupees,
    left: Rupees,
    payouts: z.array(CommunityPayout),
  }),
  /** At least the first entry is invented; `numbers` says so of the month. */
  ...ofDemo,
})
export type Ledger = z.output<typeof Ledger>

export const getLedger = endpoint('GET', '/api/ledger', {
  access: 'public',
  summary: 'Who got what of the sales of a month',
  query: z.object({ month: Month.optional() }),
  response: z.object({ ledger: Ledger }),
  errors: [noSuchMonth],
})

/** Newest first, 25 a page. */
export const listCommunityPayouts = endpoint('GET', '/api/ledger/community', {
  access: 'public',
  summary: 'Where the community share went',
  query: z.object({ page: Page }),
  response: z.object({ payouts: z.array(CommunityPayout), ...pageFields }),
})

const MAX_LINK = 500
const Link = z
  .string()
  .trim()
  .max(MAX_LINK, finding('COMMUNITY_LINK_TOO_LONG', { max: MAX_LINK }))
  .refine((link) => link === '' || (URL.canParse(link) && /^https?:\/\//i.test(link)), finding('COMMUNITY_LINK'))
  .optional()

export const NewCommunityPayout = z.object({
  for: text(message('COMMUNITY_FOR'), MAX_FOR),
  /** The day is not after today, in India. */
  day: Day,
  amount: Rupees.refine((amount) => amount > 0, finding('COMMUNITY_AMOUNT_MISSING')).refine(
    (amount) => amount <= MAX_PRICE_PAISE,
    finding('LEDGER_AMOUNT_TOO_LARGE', { most: MAX_PRICE_PAISE }),
  ),
  link: Link,
})
export type NewCommunityPayout = z.output<typeof NewCommunityPayout>

/** At most what is left to give. The same Idempotency-Key gives the first answer. */
export const addCommunityPayout = endpoint('POST', '/api/ledger/community', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Enter where community money went',
  headers: IdempotencyKey,
  body: NewCommunityPayout,
  status: 201,
  response: z.object({ message: z.string(), payout: CommunityPayout }),
  waits: Waits,
  errors: [moreThanIsLeft, keyTaken],
})

const Change = Rupees.refine(
  (amount) => Math.abs(amount) <= MAX_PRICE_PAISE,
  finding('LEDGER_AMOUNT_TOO_LARGE', { most: MAX_PRICE_PAISE }),
).optional()

/** What an entry adds to the six amounts; below 0 it takes off. */
export const CorrectionInput = z
  .object({
    reason: text(message('CORRECTION_REASON'), MAX_LEDGER_REASON),
    /** Maker's price and maker's part are this producer's, due at once. */
    producer: Id.optional(),
    maker: Change,
    costs: Change,
    producerShare: Change,
    community: Change,
    shop: Change,
    tax: Change,
    /** Where the money came from or went; required unless the amounts add up to 0. */
    source: z
      .string()
      .trim()
      .max(MAX_LEDGER_REASON, finding('CORRECTION_SOURCE_TOO_LONG', { max: MAX_LEDGER_REASON }))
      .optional(),
  })
  .check(({ value, issues }) => {
    const { maker = 0, costs = 0, producerShare = 0, community = 0, shop = 0, tax = 0, producer, source } = value
    const miss = (field: string, message: string) => issues.push({ code: 'custom', input: '', path: [field], message })
    if ([maker, costs, producerShare, community, shop, tax].every((amount) => amount === 0))
      miss('maker', finding('CORRECTION_EMPTY'))
    if (producer === undefined && (maker !== 0 || producerShare !== 0))
      miss('producer', finding('CORRECTION_MAKER_MISSING'))
    if (maker + costs + producerShare + community + shop + tax !== 0 && !source)
      miss('source', finding('CORRECTION_SOURCE_MISSING'))
  })
export type CorrectionInput = z.output<typeof CorrectionInput>

const Correction = z.object({
  entry: z.int(),
  at: IsoTime,
  reason: z.string(),
  producer: z.object({ _id: z.string(), name: z.string() }).optional(),
  shares: Shares,
  tax: Rupees,
})
export type Correction = z.output<typeof Correction>

/** Corrections by hand and by the ledger itself; newest first, 25 a page. */
export const listCorrections = endpoint('GET', '/api/ledger/corrections', {
  access: 'seller',
  rights: ['money'],
  summary: 'Corrections of the ledger',
  query: z.object({ page: Page }),
  response: z.object({ corrections: z.array(Correction), ...pageFields }),
})

/** Shows this month's sums, of the producer or without a maker, before and after. Enters nothing. */
export const previewCorrection = endpoint('POST', '/api/ledger/corrections/preview', {
  access: 'seller',
  rights: ['money'],
  summary: 'What a correction would change',
  body: CorrectionInput,
  response: z.object({
    month: z.string(),
    producer: z.object({ _id: z.string(), name: z.string() }).optional(),
    before: Sums,
    after: Sums,
  }),
  errors: [producerNotFound],
})

/** Adds an entry and changes none. The same Idempotency-Key gives the first answer. */
export const addCorrection = endpoint('POST', '/api/ledger/corrections', {
  access: 'seller',
  rights: ['money'],
  proof: 'or password',
  summary: 'Enter a correction into the ledger',
  headers: IdempotencyKey,
  body: CorrectionInput.safeExtend(Proof.shape),
  status: 201,
  response: z.object({ message: z.string(), correction: Correction }),
  waits: Waits,
  errors: [producerNotFound, keyTaken, wrongPassword],
})

/** The last check in words; null before the first. */
export const getLedgerCheck = endpoint('GET', '/api/ledger/check', {
  access: 'seller',
  rights: ['money', 'team'],
  summary: 'The last check of the ledger',
  response: z.object({
    check: z
      .object({ at: IsoTime, entries: z.int(), off: z.int().nullable(), problem: z.string().nullable() })
      .nullable(),
  }),
})
