import { z } from 'zod'
import { Percentages } from '#features/catalog/catalog.shares.ts'
import { IdempotencyKey, Shares } from '#features/orders/orders.contract.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { formatRupees, MAX_PRICE_PAISE, type Paise } from '#shared/money.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { text } from '#shared/text.ts'
import { MAX_FOR, MAX_LEDGER_REASON } from './ledger.limits.ts'
import { Day, Month } from './ledger.months.ts'

/** So many community payouts stand on the ledger's page; `listCommunityPayouts` has all. */
export const SHOWN_COMMUNITY_PAYOUTS = 25

export const noSuchMonth = appError('NO_SUCH_MONTH', 404, 'The ledger has no such month')
export const keyTaken = appError('KEY_REUSED', 409, 'This Idempotency-Key was used for something else')
export const moreThanIsLeft = appError(
  'MORE_THAN_IS_LEFT',
  409,
  (left: Paise) =>
    left > 0
      ? `Only ${formatRupees(left)} of the community share is still to give. Nothing was entered`
      : 'Nothing of the community share is still to give. Nothing was entered',
  (left) => ({ details: { left } }),
)

/** What was sold and who got what of it; entries of sales, returns, losses and corrections, added up. */
const Sums = z.object({
  shares: Shares,
  /** The five shares together. */
  total: Rupees,
  /** Maker's price and the maker's part of the profit together. */
  toMakers: Rupees,
  tax: Rupees,
  /** Entries of these kinds: one an order line. */
  sales: z.int(),
  returns: z.int(),
})
export type Sums = z.output<typeof Sums>

export const CommunityPayout = z.object({
  _id: z.string(),
  /** Number of its entry. */
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
  /** Months with entries, and the one it is now; the newest first. */
  months: z.array(z.string()),
  /** Of the month, without what is `unstated`. */
  sums: Sums,
  /** How the profit was shared; null where that changed within the month, or shortly before it. */
  percentages: Percentages.nullable(),
  /** What of `sums.total` went to the makers, in whole percent, rounded down; null where nothing was sold, or more went back. */
  percent: z.int().nullable(),
  /** By maker, the one with the largest total first. */
  makers: z.array(
    Sums.extend({
      /** By which entries name it. */
      number: z.int(),
      /** Null without the producer's consent. `_id` is left out where it has no page. */
      producer: z.object({ _id: z.string().optional(), name: z.string() }).nullable(),
    }),
  ),
  /** Losses and corrections without a maker; null where there are none. */
  withoutMaker: Sums.nullable(),
  /** Sold while the maker's price was not stated: in no percentage and in none of the sums. */
  unstated: z.object({ total: Rupees, sales: z.int(), returns: z.int() }),
  /** Numbers of the month's entries, and the hash of its last one; null without any. */
  numbers: z.object({ first: z.int(), last: z.int(), lastHash: z.string() }).nullable(),
  /** Of the whole ledger, whose entries are numbered 1, 2, 3 … without a gap. */
  entries: z.int(),
  /** Null while there is no entry. */
  lastHash: z.string().nullable(),
  /** The last check of all entries; null before the first. */
  check: z
    .object({
      at: IsoTime,
      entries: z.int(),
      /** The first entry that is off; null: all right. */
      off: z.int().nullable(),
    })
    .nullable(),
  community: z.object({
    /** The first month of the ledger; null while there is no entry. */
    since: z.string().nullable(),
    collected: Rupees,
    given: Rupees,
    left: Rupees,
    /** The newest 25. */
    payouts: z.array(CommunityPayout),
  }),
})
export type Ledger = z.output<typeof Ledger>

/** A month between the ledger's first one and now; without `month` the one it is now, in India. */
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

const Link = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters for the link')
  .refine(
    (link) => link === '' || (URL.canParse(link) && /^https?:\/\//i.test(link)),
    'Enter a link that begins with https://',
  )
  .optional()

const NewCommunityPayout = z.object({
  for: text('what it was for', MAX_FOR),
  /** Not after today, in India. */
  day: Day,
  amount: Rupees.refine((amount) => amount > 0, 'Enter an amount above 0').refine(
    (amount) => amount <= MAX_PRICE_PAISE,
    `Enter at most ${formatRupees(MAX_PRICE_PAISE)}`,
  ),
  /** A receipt or a report. */
  link: Link,
})
export type NewCommunityPayout = z.output<typeof NewCommunityPayout>

/** Enters it as paid. Never more than is still to give; the same Idempotency-Key again answers the first one. */
export const addCommunityPayout = endpoint('POST', '/api/ledger/community', {
  access: 'seller',
  summary: 'Enter where community money went',
  headers: IdempotencyKey,
  body: NewCommunityPayout,
  status: 201,
  response: z.object({ message: z.string(), payout: CommunityPayout }),
  errors: [moreThanIsLeft, keyTaken],
})

const Change = Rupees.refine(
  (amount) => Math.abs(amount) <= MAX_PRICE_PAISE,
  `Enter at most ${formatRupees(MAX_PRICE_PAISE)}`,
).optional()

/** What an entry is to add to each of the six amounts; below 0 takes off. */
export const CorrectionInput = z
  .object({
    reason: text('why', MAX_LEDGER_REASON),
    /** Whom it concerns; what it adds to maker and producer is theirs, and due at once. */
    producer: Id.optional(),
    maker: Change,
    costs: Change,
    producerShare: Change,
    community: Change,
    shop: Change,
    tax: Change,
  })
  .check(({ value, issues }) => {
    const { maker = 0, costs = 0, producerShare = 0, community = 0, shop = 0, tax = 0, producer } = value
    const miss = (field: string, message: string) => issues.push({ code: 'custom', input: '', path: [field], message })
    if ([maker, costs, producerShare, community, shop, tax].every((amount) => amount === 0))
      miss('maker', 'Enter what is to change')
    if (producer === undefined && (maker !== 0 || producerShare !== 0))
      miss('producer', 'Choose whose maker\u2019s price or part it is')
  })
export type CorrectionInput = z.output<typeof CorrectionInput>

const Correction = z.object({
  /** Number of its entry. */
  entry: z.int(),
  at: IsoTime,
  reason: z.string(),
  producer: z.object({ _id: z.string(), name: z.string() }).optional(),
  shares: Shares,
  tax: Rupees,
})
export type Correction = z.output<typeof Correction>

/** Corrections that were entered by hand and those that the ledger made itself; newest first, 25 a page. */
export const listCorrections = endpoint('GET', '/api/ledger/corrections', {
  access: 'seller',
  summary: 'Corrections of the ledger',
  query: z.object({ page: Page }),
  response: z.object({ corrections: z.array(Correction), ...pageFields }),
})

/** The sums of this month, of the producer or of what has no maker, as they are and as they would be. Enters nothing. */
export const previewCorrection = endpoint('POST', '/api/ledger/corrections/preview', {
  access: 'seller',
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

/** One more entry; nothing that stands is changed. The same Idempotency-Key again answers the first one. */
export const addCorrection = endpoint('POST', '/api/ledger/corrections', {
  access: 'seller',
  summary: 'Enter a correction into the ledger',
  headers: IdempotencyKey,
  body: CorrectionInput,
  status: 201,
  response: z.object({ message: z.string(), correction: Correction }),
  errors: [producerNotFound, keyTaken],
})

/** How the last check of the whole ledger ended, in words; null before the first. */
export const getLedgerCheck = endpoint('GET', '/api/ledger/check', {
  access: 'seller',
  summary: 'The last check of the ledger',
  response: z.object({
    check: z
      .object({ at: IsoTime, entries: z.int(), off: z.int().nullable(), problem: z.string().nullable() })
      .nullable(),
  }),
})
