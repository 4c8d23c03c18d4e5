import { z } from 'zod'
import { Token } from '#features/account/account.contract.ts'
import { Credentials, NewPassword, wrongCredentials } from '#features/auth/auth.contract.ts'
import {
  AskedOfNewPasskey,
  AskedToSign,
  NewPasskey,
  SignedByPasskey,
} from '#features/second-factor/passkeys.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { languages } from '#shared/languages.ts'
import { Email, personText } from '#shared/text.ts'
import { appError, finding, message } from '../workshop.messages.ts'
import { cleanPin } from './pin.rules.ts'

export const invitationOver = appError('INVITATION_OVER', 400)
export const wrongPhoneEnd = appError('WRONG_PHONE_END', 403)
export const wrongPin = appError('WRONG_PIN', 401)
export const pinOver = appError('PIN_OVER', 401)
export const workshopEmailTaken = appError('WORKSHOP_EMAIL_TAKEN', 409)
/** Nothing says why: whoever tries keys of others learns nothing. */
export const lockRefused = appError('WORKSHOP_LOCK_REFUSED', 403)
/** The shop's address is an IP address or has no https: browsers lend their lock to no such page. */
export const noLockHere = appError('WORKSHOP_NO_LOCK', 409)
export const pinOrPassword = appError('PIN_OR_PASSWORD', 400)

export const Language = z.enum(languages)

const Digits = z.string().max(40).transform(cleanPin)

/** One of a producer's people. */
export const WorkshopPerson = z.object({ _id: z.string(), name: z.string() })
const OfProducer = z.object({ _id: z.string(), name: z.string() })

const Opened = z.object({ message: z.string(), person: WorkshopPerson, producer: OfProducer })

const open = { access: 'public', rate: 'login' } as const

/** Uses nothing up. Names nobody unless the digits of the phone are right, where one was noted. */
export const lookAtInvitation = endpoint('POST', '/api/workshop/invitation', {
  ...open,
  summary: 'For whom is this link of an invitation?',
  body: z.object({ token: Token, phoneEnd: Digits.optional() }),
  response: z.object({
    /** The last digits of the phone are to be typed first; then nothing else is said. */
    asksPhone: z.boolean(),
    invitation: z
      .object({
        ...{ name: z.string(), producer: z.string(), by: z.string(), language: Language, isHelper: z.boolean() },
        until: IsoTime,
      })
      .nullable(),
  }),
  errors: [invitationOver, wrongPhoneEnd],
})

/** Uses nothing up. Answered, it goes into `lock` of the next call, within five minutes. */
export const askNewLock = endpoint('POST', '/api/workshop/enter/lock', {
  ...open,
  summary: 'Begin to come in with the lock of the phone: what the browser asks it',
  body: z.object({ token: Token, phoneEnd: Digits.optional() }),
  response: AskedOfNewPasskey,
  errors: [invitationOver, wrongPhoneEnd, noLockHere],
})

/** Opens the workshop by an invitation, which is used up. With `pin` or `lock` this browser opens it from then on; with email and password any does. */
export const enterWorkshop = endpoint('POST', '/api/workshop/enter', {
  ...open,
  summary: "Become one of a producer's people by the link of an invitation",
  body: z.object({
    token: Token,
    phoneEnd: Digits.optional(),
    name: personText(message('YOUR_OWN_NAME'), 200).optional(),
    language: Language.optional(),
    pin: Digits.optional(),
    /** What the lock of this phone made, as asked before. */
    lock: NewPasskey.optional(),
    email: Email.optional(),
    password: NewPassword.optional(),
  }),
  response: Opened,
  errors: [invitationOver, wrongPhoneEnd, pinOrPassword, lockRefused, workshopEmailTaken],
})

/** Whom this browser knows: it shows their names, and asks for the PIN of one. */
export const listNames = endpoint('GET', '/api/workshop/names', {
  access: 'public',
  summary: 'Who opens a workshop in this browser',
  response: z.object({
    people: z.array(
      WorkshopPerson.extend({
        producer: z.string(),
        language: Language,
        isOver: z.boolean(),
        wrongPins: z.int(),
        hasPin: z.boolean(),
        hasLock: z.boolean(),
      }),
    ),
  }),
})

export const askLock = endpoint('POST', '/api/workshop/login/lock', {
  ...open,
  summary: 'What the lock of this phone signs for somebody, once and within five minutes',
  body: z.object({ person: Id }),
  response: AskedToSign.extend({
    allowCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  }),
  errors: [noLockHere, pinOver],
})

export const workshopLogin = endpoint('POST', '/api/workshop/login', {
  ...open,
  summary:
    'Open the workshop, with the PIN or the lock of the phone in a bound browser, or with email and password in any',
  body: z.union(
    [
      z.object({ person: Id, pin: Digits }),
      z.object({ person: Id, lock: SignedByPasskey }),
      Credentials.omit({ cartItems: true }),
    ],
    { error: finding('PIN_OR_PASSWORD') },
  ),
  response: Opened,
  errors: [wrongCredentials, wrongPin, pinOver, lockRefused],
})

export const workshopIsAuth = endpoint('GET', '/api/workshop/is-auth', {
  access: 'producer',
  people: 'helpers too',
  summary: "Which of a producer's people is logged in",
  response: z.object({
    person: WorkshopPerson.extend({ language: Language, isHelper: z.boolean() }),
    producer: OfProducer.extend({ isSuspended: z.boolean() }),
    /** Several people open their workshop in this browser. */
    isShared: z.boolean(),
    /** Parcels to pack or to send. */
    openParcels: z.int(),
  }),
})

export const workshopLogout = endpoint('POST', '/api/workshop/logout', {
  access: 'public',
  summary: 'Shut the workshop',
  response: z.object({ message: z.string() }),
})

/** What the person reads from now on, mails too. */
export const setLanguage = endpoint('POST', '/api/workshop/language', {
  access: 'producer',
  people: 'helpers too',
  summary: 'Choose the language of the workshop',
  body: z.object({ language: Language }),
  response: z.object({ message: z.string() }),
})
