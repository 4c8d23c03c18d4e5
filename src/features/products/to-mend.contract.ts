import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** What the overview says of the goods; each leads to its list. */
export const getToMend = endpoint('GET', '/api/product/seller/to-mend', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'How many products and marks somebody has to look after',
  response: z.object({
    /** Marks that end within 30 days, and those that have ended. */
    marks: z.object({ ending: z.int(), ended: z.int() }),
    /** Products on sale that lack what their category must state. */
    lacking: z.int(),
    /** With FACTS_REQUIRED=1: the Indian day on which those leave the shop; null where none does, or once that is over. */
    leaveOn: z.string().nullable(),
  }),
})
