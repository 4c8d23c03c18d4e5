import { z } from 'zod'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { cursorFields, Limit, Since } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { entryKinds } from './ledger.kinds.ts'
import { finding } from './ledger.messages.ts'
import { Month } from './ledger.months.ts'

/** A month's entries, or all, oldest first, to check the chain (docs/ledger.md). In paise. One form of rows: the newest, or the one of `format`. */
export const exportLedger = endpoint('GET', '/api/ledger/entries.csv', {
  access: 'public',
  summary: 'Entries of the ledger as CSV',
  isHeavy: true,
  query: z.object({
    month: Month.optional(),
    format: z.enum(['1', '2'], { error: finding('LEDGER_FORMAT') }).optional(),
  }),
  file: CSV_TYPE,
})

const Amount = Rupees.nullable()

/** As the rows of the file (docs/ledger.md), in rupees. null: there is nothing, or it is not shown. */
export const LedgerEntry = z.object({
  number: z.int(),
  format: z.int(),
  /** The Indian day. null: only its place in the chain is shown. */
  day: z.string().nullable(),
  kind: z.enum(entryKinds).nullable(),
  producer: z.int().nullable(),
  order: z.string().nullable(),
  line: z.int().nullable(),
  quantity: z.int().nullable(),
  maker: Amount,
  costs: Amount,
  producerShare: Amount,
  community: Amount,
  shop: Amount,
  tax: Amount,
  advance: Amount,
  commitment: z.string().nullable(),
  previousHash: z.string(),
  hash: z.string(),
})
export type LedgerEntry = z.output<typeof LedgerEntry>

/** In the order of their numbers, 100 at most. */
export const listLedgerEntries = endpoint('GET', '/api/ledger/entries', {
  access: 'public',
  summary: 'Entries of the ledger since a cursor',
  isHeavy: true,
  query: z.object({ since: Since.default(''), limit: Limit }),
  response: z.object({ entries: z.array(LedgerEntry), ...cursorFields }),
})
