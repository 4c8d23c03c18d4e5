import { z } from 'zod'
import { CurrentPassword, Person, wrongPassword } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { factorNew, noPasskeysHere, passkeyRefused, SignedByPasskey } from './passkeys.contract.ts'
import { appError, finding } from './second-factor.messages.ts'

export const wrongCode = appError('WRONG_CODE', 403)
export const codeUsed = appError('CODE_USED', 403)
/** The password is asked for again, too. */
export const loginOver = appError('LOGIN_OVER', 401)
export const factorSetUp = appError('FACTOR_SET_UP', 409)
export const nothingToConfirm = appError('NOTHING_TO_CONFIRM', 409)
export const noFactor = appError('NO_FACTOR', 409)
export const codeNeeded = appError('CODE_ASKED', 403)

const Done = z.object({ message: z.string() })
const mine = { access: 'seller', rights: [] } as const

/** Six digits of the app, or one of the ten codes. */
const Code = z
  .string({ error: finding('CODE_MISSING') })
  .min(1, finding('CODE_MISSING'))
  .max(100, finding('CODE_MISSING'))

export const getSecondFactor = endpoint('GET', '/api/second-factor', {
  ...mine,
  summary: 'The second factor of who asks',
  response: z.object({
    /** Null: there is none. */
    since: IsoTime.nullable(),
    /** Since when an app is set up; null: none is. */
    appSince: IsoTime.nullable(),
    codesLeft: z.int(),
    passkeys: z.array(z.object({ _id: z.string(), name: z.string(), addedAt: IsoTime, usedAt: IsoTime.nullable() })),
    /** The address at which browsers have passkeys; null: at none of this shop. */
    passkeysAt: z.string().nullable(),
  }),
})

/** The key is answered here once, and counts for nothing before a code of it is confirmed. */
export const setUpSecondFactor = endpoint('POST', '/api/second-factor', {
  ...mine,
  proof: true,
  summary: 'Begin to set up an app that shows six digits',
  body: z.object({}),
  response: z.object({ otpauth: z.string() }),
  errors: [factorSetUp],
})

/** From now on a login needs a code. A mail tells of it; the first factor logs other devices out. */
export const confirmSecondFactor = endpoint('POST', '/api/second-factor/confirm', {
  ...mine,
  proof: true,
  summary: 'Switch the app on by a first code',
  body: z.object({
    code: Code,
    /** Where there is a factor already. */
    currentPassword: CurrentPassword.optional(),
  }),
  response: Done.extend({
    /** Ten with the first factor, each of which works once in place of a code; empty where there was one before. They are never shown again. */
    recovery: z.array(z.string()),
  }),
  errors: [wrongPassword, wrongCode, factorSetUp, nothingToConfirm],
})

export const removeSecondFactor = endpoint('DELETE', '/api/second-factor', {
  ...mine,
  summary: 'Take the app off',
  body: z.object({ currentPassword: CurrentPassword, code: Code }),
  response: Done,
  errors: [wrongPassword, wrongCode, codeUsed, noFactor],
})

/** The second half of a login: its first half answered `needs`. */
export const enterByCode = endpoint('POST', '/api/second-factor/enter', {
  access: 'public',
  rate: 'login',
  summary: "Finish the login of one of the shop's people",
  body: z.object({ code: Code }),
  response: Done.extend({ person: Person }),
  errors: [loginOver, wrongCode, codeUsed],
})

/**
 * Opens acts that answered ASK_AGAIN. The password is enough where there is no second factor, and on the first day of the first one; a factor that was
 * added to another counts from its second day on.
 */
export const proveAgain = endpoint('POST', '/api/second-factor/again', {
  ...mine,
  summary: 'Prove once more who is there',
  body: z.union(
    [z.object({ code: Code }), z.object({ currentPassword: CurrentPassword }), z.object({ passkey: SignedByPasskey })],
    { error: finding('PROOF_MISSING') },
  ),
  response: Done.extend({ until: IsoTime }),
  errors: [wrongPassword, wrongCode, codeUsed, noFactor, codeNeeded, factorNew, passkeyRefused, noPasskeysHere],
})
