import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { appError, finding } from '../workshop.messages.ts'

export const pushNeedsHttps = appError('PUSH_NEEDS_HTTPS', 409)

const own = { access: 'producer', people: 'helpers too' } as const

const State = z.object({
  /** What the browser needs to allow it; null: without https there is no push. */
  key: z.string().nullable(),
  /** Is the person told in this browser? */
  isOn: z.boolean(),
})
export type PushState = z.output<typeof State>

export const getPush = endpoint('GET', '/api/workshop/push', {
  ...own,
  summary: 'Is the person told of parcels in this browser?',
  response: State,
})

const code = finding('PUSH_ADDRESS')
const Key = z
  .string({ error: code })
  .max(200, code)
  .regex(/^[\w-]+={0,2}$/, code)

/** As `PushSubscription.toJSON()` gives it. Another one in the same browser takes its place. */
export const allowPush = endpoint('POST', '/api/workshop/push', {
  ...own,
  summary: 'Tell the person of parcels in this browser',
  body: z.object({
    endpoint: z.string({ error: code }).max(1000, code),
    keys: z.object({ p256dh: Key, auth: Key }, { error: code }),
  }),
  response: State.extend({ message: z.string() }),
  errors: [pushNeedsHttps],
})

export const endPush = endpoint('DELETE', '/api/workshop/push', {
  ...own,
  summary: 'Tell the person nothing in this browser any more',
  response: State.extend({ message: z.string() }),
})
