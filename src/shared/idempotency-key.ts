import { z } from 'zod'
import { sharedFinding as finding } from './app-error.ts'

/** A call that is sent again with the same key is done once. */
export const IdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[ -~]{1,255}$/, finding('IDEMPOTENCY_KEY'))
    .optional(),
})
