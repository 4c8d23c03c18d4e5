import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { visibleLine } from '#shared/text.ts'
import { appError, finding } from './second-yes.messages.ts'
import { yesKinds, yesStates } from './second-yes.states.ts'

export const yesNotFound = appError('YES_NOT_FOUND', 404)
export const ownYes = appError('OWN_YES', 403)
export const yesDecided = appError('YES_DECIDED', 409)
export const askerGone = appError('ASKER_GONE', 409)
export const notAsAsked = appError('NOT_AS_ASKED', 409)

/** In place of what an act answers, with 202: nothing was done, and a second person has until then to say yes. */
export const Waits = z.object({
  message: z.string(),
  waiting: z.object({ _id: z.string(), until: IsoTime }),
})

const Person = z.object({ _id: z.string(), name: z.string() })

export const SecondYes = z.object({
  _id: z.string(),
  kind: z.enum(yesKinds),
  /** Of a refund the order's id, of a payout run its number, else ''. */
  subject: z.string(),
  summary: z.string(),
  /** What was asked, piece by piece. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  amount: Rupees,
  state: z.enum(yesStates),
  askedBy: Person,
  /** You have asked for it, so somebody else decides. */
  isYours: z.boolean(),
  askedAt: IsoTime,
  until: IsoTime,
  /** null: the shop decided by itself. */
  decidedBy: Person.nullable(),
  decidedAt: IsoTime.nullable(),
  /** Why it was sent back or given up; '' where nobody said. */
  reason: z.string(),
})
export type SecondYes = z.output<typeof SecondYes>

/** What waits, the oldest first; and what was decided lately, the newest first. */
export const listSecondYeses = endpoint('GET', '/api/second-yes', {
  access: 'seller',
  rights: ['money'],
  onlyPeople: true,
  summary: 'What waits for the yes of a second person',
  response: z.object({
    /** From which amount on; null: the shop asks for no second yes. */
    from: Rupees.nullable(),
    /** How many people have `money`: below two nothing waits. */
    people: z.int(),
    /** One person has `money`, and a second yes counts until then; null: it does not, or two have it. */
    aloneFrom: IsoTime.nullable(),
    waiting: z.array(SecondYes),
    decided: z.array(SecondYes),
  }),
})

const MAX_WHY = 500

/** Once, by whoever is first. `agreed`: never by who asked; what was asked is done at once. `sent back`: by who asked, too. */
export const decideSecondYes = endpoint('POST', '/api/second-yes/:id', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  onlyPeople: true,
  summary: 'Say yes to what somebody else has asked for, or send it back',
  params: z.object({ id: Id }),
  body: z.object({
    to: z.enum(['agreed', 'sent back'], { error: finding('YES_TO') }),
    /** Why it is sent back. */
    message: z
      .string()
      .overwrite(visibleLine)
      .trim()
      .max(MAX_WHY, finding('WHY_TOO_LONG', { max: MAX_WHY }))
      .optional(),
  }),
  response: z.object({ message: z.string(), yes: SecondYes }),
  errors: [yesNotFound, ownYes, yesDecided, askerGone, notAsAsked],
})
