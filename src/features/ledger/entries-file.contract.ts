import { z } from 'zod'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Month } from './ledger.months.ts'

/** The entries of a month, or all, oldest first, by which anybody can check the chain (docs/ledger.md). Money in paise. */
export const exportLedger = endpoint('GET', '/api/ledger/entries.csv', {
  access: 'public',
  summary: 'Entries of the ledger as CSV',
  isHeavy: true,
  query: z.object({ month: Month.optional() }),
  file: CSV_TYPE,
})
