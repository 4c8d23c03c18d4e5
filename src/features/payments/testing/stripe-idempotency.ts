import { HOUR_MS } from '#shared/time.ts'
import { StripeRefusal } from './stripe-books.ts'

const LIFETIME_MS = 24 * HOUR_MS

export interface StripeAnswer {
  status: number
  body: unknown
}

/**
 * Stripe's idempotency keys: the first answer again for the same request, errors of Stripe's own included; a refusal for
 * another request, or while the first still runs. Forgotten after 24 hours. What fails validation is not kept.
 */
export function idempotencyKeys(now: () => Date) {
  const known = new Map<string, { request: string; at: number; answer: StripeAnswer | undefined }>()

  return {
    /** The answer to be given again; undefined: the request is to be carried out, then `keep` or `release` follows. */
    claim(key: string, request: string): StripeAnswer | undefined {
      const at = now().getTime()
      const earlier = known.get(key)
      if (!earlier || at - earlier.at >= LIFETIME_MS) {
        known.set(key, { request, at, answer: undefined })
        return undefined
      }
      if (earlier.request !== request) {
        const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`
        throw new StripeRefusal(400, { type: 'idempotency_error' }, message)
      }
      if (!earlier.answer) {
        const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`
        throw new StripeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, message)
      }
      return earlier.answer
    },
    keep(key: string, answer: StripeAnswer) {
      const entry = known.get(key)
      if (entry) entry.answer = answer
    },
    release(key: string) {
      known.delete(key)
    },
  }
}
