import { z } from 'zod'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Email } from '#shared/text.ts'
import { appError } from './newsletter.messages.ts'

export const linkUsedUp = appError('LINK_USED_UP', 404)

/** One row per address; a known one gets the same answer. */
export const subscribe = endpoint('POST', '/api/newsletter/subscribe', {
  access: 'public',
  rate: 'newsletter',
  summary: 'Subscribe to the newsletter',
  body: z.object({ email: Email }),
  response: z.object({ message: z.string() }),
})

const byLink = {
  access: 'public',
  body: z.object({ token: z.string().min(1).max(100) }),
  response: z.object({ message: z.string() }),
  errors: [linkUsedUp],
} as const

/** The link in the confirmation mail leads to a page whose button calls this. */
export const confirmSubscription = endpoint('POST', '/api/newsletter/confirm', {
  ...byLink,
  summary: 'Confirm a subscription',
})

/** By the page's button. Mail programs use the one-click form at /newsletter/unsubscribe (RFC 8058). */
export const unsubscribe = endpoint('POST', '/api/newsletter/unsubscribe', { ...byLink, summary: 'Unsubscribe' })

export const Subscription = z.object({ email: z.string(), isConfirmed: z.boolean(), subscribedAt: IsoTime })

/** Newest first, 25 a page. Those who wait have not opened the link in the mail that asks them; they get no newsletter. */
export const listSubscriptions = endpoint('GET', '/api/newsletter/list', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Who is subscribed, newest first',
  query: z.object({ page: Page }),
  response: z.object({
    subscriptions: z.array(Subscription),
    ...pageFields,
    counts: z.object({ confirmed: z.int(), waiting: z.int() }),
  }),
})

export const exportSubscriptions = endpoint('GET', '/api/newsletter/list.csv', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Who is subscribed, as CSV',
  isHeavy: true,
  file: CSV_TYPE,
})
