import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Percentages } from './catalog.percentages.ts'

/** How the profit is shared now, and the Indian day from which on that has been so. */
export const getPercentages = endpoint('GET', '/api/ledger/percentages', {
  access: 'public',
  summary: 'How the profit is shared now',
  cache: 'catalogue',
  response: Percentages.extend({ from: z.string() }),
})
