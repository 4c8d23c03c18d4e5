import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, tooMany } from '#shared/app-error.ts'

/** Points in so many seconds (security promises §8). */
const rules = {
  /** Failed logins of one account from one address. */
  loginOfAccount: { points: 10, duration: 15 * 60 },
  /** Logins from one address. */
  loginFromAddress: { points: 100, duration: 15 * 60 },
  register: { points: 60, duration: 60 * 60 },
  newsletter: { points: 20, duration: 60 },
  application: { points: 15, duration: 60 * 60 },
  pictureUpload: { points: 30, duration: 60 * 60 },
  /** Looks at the payment service; past it the answer is what the shop knows. */
  paymentLookUp: { points: 60, duration: 60 },
  passwordReset: { points: 20, duration: 60 * 60 },
  /** Mails that anybody can have sent to somebody. */
  mailToRecipient: { points: 3, duration: 60 * 60 },
} as const
export type RateRule = keyof typeof rules

export interface RateLimits {
  /** Counts one try. Throws 429 with the seconds to wait when there were too many. */
  count: (rule: RateRule, key: string) => Promise<void>
  /** Counts one try and says whether it may go on: for what is left out in silence. */
  allows: (rule: RateRule, key: string) => Promise<boolean>
  /** Takes tries back, for example those of a login that succeeded. */
  forgive: (rule: RateRule, key: string) => Promise<void>
}

export function createRateLimits(isOn: boolean): RateLimits {
  if (!isOn) return { count: async () => {}, allows: async () => true, forgive: async () => {} }
  const limiters = new Map(Object.entries(rules).map(([name, rule]) => [name, new RateLimiterMemory(rule)]))
  const count: RateLimits['count'] = async (rule, key) => {
    try {
      await limiters.get(rule)?.consume(key)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const { code, status, message } = tooMany()
      throw new AppError(code, status, message, {
        details: { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) },
      })
    }
  }
  return {
    count,
    async allows(rule, key) {
      const limiter = limiters.get(rule)
      if (!limiter) return true
      return limiter.consume(key).then(
        () => true,
        () => false,
      )
    },
    async forgive(rule, key) {
      await limiters.get(rule)?.delete(key)
    },
  }
}
