import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { tooMany } from '#shared/app-error.ts'
import type { RateRule } from '#shared/endpoint.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { databaseTallies, memoryTallies } from './tallies.ts'

/** How many tries are allowed, and in what time (docs/promises.md 8). */
const rules = {
  loginOfAccount: { tries: 10, windowMs: 15 * MINUTE_MS },
  login: { tries: 100, windowMs: 15 * MINUTE_MS },
  /** Correct logins of one account from one address: each costs as much as a failed one. */
  rightLogin: { tries: 30, windowMs: 15 * MINUTE_MS },
  register: { tries: 60, windowMs: HOUR_MS },
  newsletter: { tries: 20, windowMs: MINUTE_MS },
  stockAlert: { tries: 20, windowMs: MINUTE_MS },
  application: { tries: 15, windowMs: HOUR_MS },
  pictureUpload: { tries: 30, windowMs: HOUR_MS },
  sellerUpload: { tries: 1200, windowMs: HOUR_MS },
  returnRequest: { tries: 30, windowMs: HOUR_MS },
  /** Look-ups at the payment service; beyond it the shop answers from what it has. */
  paymentLookUp: { tries: 60, windowMs: MINUTE_MS },
  passwordReset: { tries: 20, windowMs: HOUR_MS },
  /** Nobody can guess a parcel's link, and people on one phone network share an address. */
  track: { tries: 120, windowMs: MINUTE_MS },
  /** Calls of one key. */
  key: { tries: 600, windowMs: MINUTE_MS },
  /** Mails that anybody can cause; one kind's limit does not affect another. */
  newsletterMail: { tries: 3, windowMs: HOUR_MS },
  applicationMail: { tries: 3, windowMs: HOUR_MS },
  resetMail: { tries: 3, windowMs: HOUR_MS },
  confirmationMail: { tries: 3, windowMs: HOUR_MS },
  stockAlertLinkMail: { tries: 3, windowMs: HOUR_MS },
  stockAlertMail: { tries: 3, windowMs: HOUR_MS },
  noticeMail: { tries: 3, windowMs: HOUR_MS },
  testMail: { tries: 10, windowMs: HOUR_MS },
} as const satisfies Record<
  RateRule | MailRule | 'loginOfAccount' | 'rightLogin' | 'paymentLookUp' | 'key',
  { tries: number; windowMs: number }
>
type MailRule =
  `${'newsletter' | 'application' | 'reset' | 'confirmation' | 'stockAlertLink' | 'stockAlert' | 'notice' | 'test'}Mail`
type Rule = keyof typeof rules

export interface RateLimits {
  /** Throws TOO_MANY with the seconds to wait. */
  count: (rule: Rule, key: string) => Promise<void>
  allows: (rule: Rule, key: string) => Promise<boolean>
  takeBack: (rule: Rule, key: string) => Promise<void>
  forgive: (rule: Rule, key: string) => Promise<void>
  tidy: () => Promise<void>
}

/** Counts in this process, or in the database that several processes share. A database that is away refuses the try. */
export function createRateLimits(
  config: Pick<Config, 'rateLimit' | 'databaseUrl'>,
  db: Db,
  now: () => Date,
): RateLimits {
  if (!config.rateLimit) {
    const nothing = async () => {}
    return { count: nothing, allows: async () => true, takeBack: nothing, forgive: nothing, tidy: nothing }
  }
  const tallies = config.databaseUrl ? databaseTallies(db) : memoryTallies()
  const keyOf = (rule: Rule, key: string) => `${rule} ${key}`
  async function waitAfter(rule: Rule, key: string) {
    const at = now().getTime()
    const { tries, endsAt } = await tallies.add(keyOf(rule, key), at, rules[rule].windowMs)
    return tries > rules[rule].tries ? Math.max(endsAt - at, 1) : 0
  }
  return {
    async count(rule, key) {
      const waitMs = await waitAfter(rule, key)
      if (waitMs === 0) return
      throw tooMany({ retryAfter: Math.ceil(waitMs / SECOND_MS) })
    },
    allows: async (rule, key) => (await waitAfter(rule, key)) === 0,
    takeBack: (rule, key) => tallies.takeBack(keyOf(rule, key)),
    forgive: (rule, key) => tallies.forget(keyOf(rule, key)),
    tidy: () => tallies.tidy(now().getTime()),
  }
}

/** One text for all spellings of a mailbox that mail servers deliver alike. For counting only: two people may share it. */
export function mailboxOf(email: string) {
  const folded = email
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, '')
  const at = folded.lastIndexOf('@')
  const local = folded.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '')
  const domain = folded.slice(at + 1)
  return `${local}@${domainToASCII(domain) || domain}`
}

/** The key of a client: IPv4 as it is, IPv6 by /64, since a client has all addresses of its network. */
export function callerOf(address: string) {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
