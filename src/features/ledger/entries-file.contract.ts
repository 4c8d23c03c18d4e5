import { z } from 'zod'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
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
