import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { producerNotFound } from './producers.contract.ts'

// The ledger answers it, a feature above the pages that show it.

/** What a producer earned; null without consent, or before the first sale. */
export const Earnings = z
  .object({
    /** Makers' prices and parts of the profit, less returns. */
    amount: Rupees,
    orders: z.int(),
    /** The first month, 'YYYY-MM' of India. */
    since: z.string(),
  })
  .nullable()
export type Earnings = z.output<typeof Earnings>

/** Of an approved producer that is not suspended. */
export const getEarnings = endpoint('GET', '/api/ledger/earnings/:producer', {
  access: 'public',
  summary: 'What a producer has earned, if they agree that it is shown',
  params: z.object({ producer: Id }),
  response: z.object({ earnings: Earnings }),
  errors: [producerNotFound],
})
