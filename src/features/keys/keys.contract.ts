import { z } from 'zod'
import { sharedFinding } from '#shared/app-error.ts'
import { isDay } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { rights } from '#shared/rights.ts'
import { personText } from '#shared/text.ts'
import { appError, finding, message } from './keys.messages.ts'

export const keyNotFound = appError('KEY_NOT_FOUND', 404)
export const tooManyKeys = appError('TOO_MANY_KEYS', 409)

/** What a key may be given: never `team`, so that no program lets anybody in. */
export const keyRights = rights.filter((right) => right !== 'team')

const Done = z.object({ message: z.string() })
const OfKey = z.object({ id: Id })

export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  rights: z.array(z.enum(rights)),
  madeAt: IsoTime,
  /** Address of the person; '' when they are not in the team any more. */
  madeBy: z.string(),
  /** The last day on which the key works; null: it works until somebody ends it. */
  until: z.string().nullable(),
  /** To ten minutes; null: nobody has used it yet. */
  lastUsedAt: IsoTime.nullable(),
  /** `paused`: a restore paused it, and somebody must say that it may go on. */
  state: z.enum(['works', 'paused', 'ended']),
})
export type ApiKey = z.output<typeof ApiKey>

const guarded = { access: 'seller', rights: ['team'] } as const

/** By name. */
export const listKeys = endpoint('GET', '/api/key', {
  ...guarded,
  summary: 'Keys of programs: what each may do, and when it was used last',
  response: z.object({
    keys: z.array(ApiKey),
    /** Until when keys can be made and ended; null: POST /api/second-factor/again first. */
    provedUntil: IsoTime.nullable(),
  }),
})

/** The key is answered here once: the shop keeps its hash alone. */
export const makeKey = endpoint('POST', '/api/key', {
  ...guarded,
  proof: true,
  summary: 'Make a key for a program',
  body: z.object({
    name: personText(message('KEY_NAME'), 60),
    rights: z
      .array(z.enum(keyRights, { error: finding('KEY_RIGHTS_MISSING') }), { error: finding('KEY_RIGHTS_MISSING') })
      .min(1, finding('KEY_RIGHTS_MISSING'))
      .max(keyRights.length),
    until: z.string().refine(isDay, sharedFinding('NO_DAY')).optional(),
  }),
  status: 201,
  response: Done.extend({ _id: z.string(), key: z.string() }),
  errors: [tooManyKeys],
})

/** It opens nothing any more, at its next call. */
export const endKey = endpoint('DELETE', '/api/key/:id', {
  ...guarded,
  proof: true,
  summary: 'End a key',
  params: OfKey,
  response: Done,
  errors: [keyNotFound],
})

/** After a restore, when all keys are paused: a key that was ended since the backup must not work again by itself. */
export const resumeKey = endpoint('POST', '/api/key/:id/resume', {
  ...guarded,
  proof: true,
  summary: 'Let a paused key work again',
  params: OfKey,
  response: Done,
  errors: [keyNotFound],
})
