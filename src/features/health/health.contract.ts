import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { appError } from './health.messages.ts'

/** The mail server's own words stand in the sentence. */
export const mailNotSent = appError('TEST_MAIL_NOT_SENT', 502)
export const tooManyTestMails = appError('TOO_MANY_TEST_MAILS', 429)

/** The parts of the shop that are looked at, in the order of the page. */
export const checkNames = ['mail', 'backup', 'disk', 'ledger', 'activity', 'jobs', 'webhooks', 'certificate'] as const
export type CheckName = (typeof checkNames)[number]

export const Check = z.object({
  name: z.enum(checkNames),
  /** `off`: it is not used here, or nothing is known of it yet. */
  state: z.enum(['good', 'bad', 'off']),
  says: z.string(),
  /** Of a bad one. */
  since: IsoTime.nullable(),
})
export type Check = z.output<typeof Check>

export const getShopHealth = endpoint('GET', '/api/seller/health', {
  access: 'seller',
  rights: ['team'],
  summary: 'How mail, backup, disk, ledger, activity, jobs and certificate are, and which version runs',
  response: z.object({ checks: z.array(Check), version: z.string() }),
})

/** Of all pages of the office; empty while all is well. */
export const listTroubles = endpoint('GET', '/api/seller/troubles', {
  access: 'seller',
  rights: [],
  summary: 'What has been bad for an hour or longer',
  response: z.object({ troubles: z.array(Check.pick({ name: true, says: true }).extend({ since: IsoTime })) }),
})

/** Handed over at once, not through the outbox: the answer says what the mail server said. */
export const sendTestMail = endpoint('POST', '/api/seller/health/test-mail', {
  access: 'seller',
  rights: ['team'],
  summary: 'Send a test mail to whoever asks',
  response: z.object({ message: z.string() }),
  errors: [mailNotSent, tooManyTestMails],
})
