import { z } from 'zod'

/** A call that is sent again with the same key is done once. */
export const IdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[ -~]{1,255}$/, 'Idempotency-Key takes 1 to 255 characters: letters, digits and signs')
    .optional(),
})
