import { z } from 'zod'
import { isDay } from '#shared/day.ts'
import type { Message } from '#shared/messages.ts'
import { personText } from '#shared/text.ts'
import { finding, message } from '../catalog.messages.ts'
import { MAX_BATCH_NUMBER, MAX_BATCHES } from './batches.rules.ts'

const MAX_PIECES = 1_000_000

const day = (of: Message) =>
  z.string({ error: finding('BATCH_NO_DAY', { of }) }).refine(isDay, finding('BATCH_NO_DAY', { of }))

const count = z
  .int({ error: finding('BATCH_NO_COUNT') })
  .min(0, finding('BATCH_NO_COUNT'))
  .max(MAX_PIECES, finding('BATCH_TOO_MANY_PIECES', { most: MAX_PIECES }))

const ofBatch = {
  number: personText(message('BATCH_NUMBER'), MAX_BATCH_NUMBER),
  packedOn: day(message('BATCH_PACKED_ON')),
  bestBefore: day(message('BATCH_BEST_BEFORE')),
}

/** Batches as a seller states them; none: the product's stock is not in batches any more. */
export const BatchesData = z
  .array(
    z.object({
      ...ofBatch,
      stock: count,
      /** What `stock` was when the seller saw it: then it is a change by the difference, and what was sold since stays sold. */
      was: count.optional(),
    }),
    { error: finding('BATCHES_UNCLEAR') },
  )
  .max(MAX_BATCHES, finding('TOO_MANY_BATCHES', { most: MAX_BATCHES }))
  .superRefine((batches, ctx) => {
    const numbers = batches.map(({ number }) => number)
    for (const [at, { number, packedOn, bestBefore }] of batches.entries()) {
      if (numbers.indexOf(number) < at)
        ctx.addIssue({ code: 'custom', path: [at, 'number'], message: finding('BATCH_TWICE', { number }) })
      if (bestBefore <= packedOn)
        ctx.addIssue({ code: 'custom', path: [at, 'bestBefore'], message: finding('BATCH_BEST_BEFORE_PACKED') })
    }
  })
export type BatchesData = z.output<typeof BatchesData>

const NotedBatch = z.object({ number: z.string(), packedOn: z.string(), bestBefore: z.string() })

/** A batch as the seller sees it. */
export const Batch = NotedBatch.extend({ stock: z.int() })

/** The batch of the piece that is sold next, as shoppers see it. */
export const NextBatch = NotedBatch
export type NextBatch = z.output<typeof NextBatch>

/** Pieces that a line of an order took of a batch. */
export const LineBatch = NotedBatch.extend({ quantity: z.int() })
