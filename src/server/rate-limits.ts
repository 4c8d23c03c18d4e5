import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, tooMany } from '#shared/app-error.ts'

/** Points in so many seconds (security promises §8). */
const rules = {
  /** Failed logins of one account from one address. */
  loginOfAccount: { points: 10, duration: 15 * 60 },
  /** Logins from one address. */
  loginFromAddress: { points: 100, duration: 15 * 60 },
  register: { points: 60, duration: 60 * 60 },
} as const
export type RateRule = keyof typeof rules

export interface RateLimits {
  /** Counts one try. Throws 429 with the seconds to wait when there were too many. */
  count: (rule: RateRule, key: string) => Promise<void>
  /** Takes tries back, for example those of a login that succeeded. */
  forgive: (rule: RateRule, key: string) => Promise<void>
}

export function createRateLimits(isOn: boolean): RateLimits {
  if (!isOn) return { count: async () => {}, forgive: async () => {} }
  const limiters = new Map(Object.entries(rules).map(([name, rule]) => [name, new RateLimiterMemory(rule)]))
  return {
    async count(rule, key) {
      try {
        await limiters.get(rule)?.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const { code, status, message } = tooMany()
        throw new AppError(code, status, message, {
          details: { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) },
        })
      }
    },
    async forgive(rule, key) {
      await limiters.get(rule)?.delete(key)
    },
  }
}
