import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { problems, webhookKinds } from './webhooks.kinds.ts'
import { appError, finding } from './webhooks.messages.ts'

export const webhookNotFound = appError('WEBHOOK_NOT_FOUND', 404)
export const deliveryNotFound = appError('DELIVERY_NOT_FOUND', 404)
export const tooManyWebhooks = appError('TOO_MANY_WEBHOOKS', 409)

const Done = z.object({ message: z.string() })
const OfWebhook = z.object({ id: Id })

export const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  madeAt: IsoTime,
  /** Address of the person; '' when they are not in the team any more. */
  madeBy: z.string(),
  /** `failing`: messages were given up, and none has arrived since. */
  state: z.enum(['works', 'failing', 'paused']),
  /** What paused it. */
  pausedBy: z.enum(['failures', 'restore']).nullable(),
  /** Messages on their way. */
  waiting: z.int(),
})
export type Webhook = z.output<typeof Webhook>

export const Delivery = z.object({
  /** It is sent as webhook-id, the same each time. */
  _id: z.string(),
  kind: z.enum(webhookKinds),
  /** Of the order, parcel, product or payout. */
  subject: z.string(),
  at: IsoTime,
  state: z.enum(['waiting', 'arrived', 'given up']),
  tries: z.int(),
  triedAt: IsoTime.nullable(),
  /** When it is sent next. */
  dueAt: IsoTime.nullable(),
  /** The status of the last answer. */
  answer: z.int().nullable(),
  problem: z.enum(problems).nullable(),
})
export type Delivery = z.output<typeof Delivery>

const guarded = { access: 'seller', rights: ['team'], onlyPeople: true } as const

export const listWebhooks = endpoint('GET', '/api/webhook', {
  ...guarded,
  summary: 'Webhooks: which programs are told of what',
  response: z.object({
    webhooks: z.array(Webhook),
    /** Until when webhooks can be made and removed; null: POST /api/second-factor/again first. */
    provedUntil: IsoTime.nullable(),
  }),
})

/** The secret is answered here once. */
export const makeWebhook = endpoint('POST', '/api/webhook', {
  ...guarded,
  proof: true,
  summary: 'Tell a program of what happens',
  body: z.object({
    url: z.string({ error: finding('WEBHOOK_ADDRESS') }).max(500, finding('WEBHOOK_ADDRESS')),
    kinds: z
      .array(z.enum(webhookKinds, { error: finding('WEBHOOK_KINDS_MISSING') }), {
        error: finding('WEBHOOK_KINDS_MISSING'),
      })
      .min(1, finding('WEBHOOK_KINDS_MISSING'))
      .max(webhookKinds.length),
  }),
  status: 201,
  response: Done.extend({ _id: z.string(), secret: z.string() }),
  errors: [tooManyWebhooks],
})

export const removeWebhook = endpoint('DELETE', '/api/webhook/:id', {
  ...guarded,
  proof: true,
  summary: 'Remove a webhook, with its messages',
  params: OfWebhook,
  response: Done,
  errors: [webhookNotFound],
})

/** After a restore, which pauses all, or after too many failures. What waited meanwhile is sent. */
export const resumeWebhook = endpoint('POST', '/api/webhook/:id/resume', {
  ...guarded,
  proof: true,
  summary: 'Let a paused webhook go on',
  params: OfWebhook,
  response: Done,
  errors: [webhookNotFound],
})

/** Newest first, pages of 25. */
export const listDeliveries = endpoint('GET', '/api/webhook/:id/deliveries', {
  ...guarded,
  summary: 'Messages of a webhook, and what was answered',
  params: OfWebhook,
  query: z.object({ page: Page }),
  response: z.object({ webhook: Webhook, deliveries: z.array(Delivery), ...pageFields }),
  errors: [webhookNotFound],
})

export const sendAgain = endpoint('POST', '/api/webhook/:id/deliveries/:delivery/again', {
  ...guarded,
  summary: 'Send a message again, with the same webhook-id',
  params: OfWebhook.extend({ delivery: Id }),
  response: Done,
  errors: [webhookNotFound, deliveryNotFound],
})
