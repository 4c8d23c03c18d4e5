import { z } from 'zod'
import { CurrentPassword, Person, wrongPassword } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { appError, finding } from './second-factor.messages.ts'

/** Nothing says why: whoever tries keys of others learns nothing. */
export const passkeyRefused = appError('PASSKEY_REFUSED', 403)
/** The shop's address is an IP address or has no https: browsers have no passkeys there. */
export const noPasskeysHere = appError('NO_PASSKEYS_HERE', 409)
export const passkeyThere = appError('PASSKEY_THERE', 409)
export const tooManyPasskeys = appError('TOO_MANY_PASSKEYS', 409)
export const passkeyNotFound = appError('PASSKEY_NOT_FOUND', 404)
/** A factor that was added to another proves nothing on its first day. */
export const factorNew = appError('FACTOR_NEW', 403)

const Done = z.object({ message: z.string() })
const mine = { access: 'seller', rights: [], proof: true } as const

const LONGEST = 20_000
const Bytes = z.string({ error: finding('PASSKEY_MISSING') }).max(LONGEST, finding('PASSKEY_MISSING'))
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Transports = z.array(z.enum(transports)).catch([])

/** What a browser's `PublicKeyCredential.toJSON()` gives, bytes in base64url. */
const credential = { id: Bytes, rawId: Bytes, type: z.literal('public-key', { error: finding('PASSKEY_MISSING') }) }
const withSigned = <T extends z.ZodType>(response: T) =>
  z.object({ ...credential, response }, { error: finding('PASSKEY_MISSING') })

export const NewPasskey = withSigned(
  z.object(
    { clientDataJSON: Bytes, attestationObject: Bytes, transports: Transports },
    { error: finding('PASSKEY_MISSING') },
  ),
)
export type NewPasskey = z.output<typeof NewPasskey>

export const SignedByPasskey = withSigned(
  z.object(
    { clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes },
    { error: finding('PASSKEY_MISSING') },
  ),
)
export type SignedByPasskey = z.output<typeof SignedByPasskey>

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const AskedOfNewPasskey = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const AskedToSign = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** The password is asked for before the device keeps anything. */
export const beginPasskey = endpoint('POST', '/api/passkey/options', {
  ...mine,
  summary: 'Begin to add a passkey: what the browser asks its device',
  body: z.object({ currentPassword: CurrentPassword }),
  response: AskedOfNewPasskey,
  errors: [wrongPassword, noPasskeysHere, tooManyPasskeys],
})

export const addPasskey = endpoint('POST', '/api/passkey', {
  ...mine,
  summary: 'Add a passkey',
  body: z.object({ name: z.string().trim().max(60).optional(), passkey: NewPasskey }),
  status: 201,
  response: Done.extend({
    /** Ten codes with the first factor, which are never shown again; empty where there was one before. */
    recovery: z.array(z.string()),
  }),
  errors: [passkeyRefused, noPasskeysHere, passkeyThere, tooManyPasskeys],
})

export const removePasskey = endpoint('DELETE', '/api/passkey/:id', {
  ...mine,
  summary: 'Remove a passkey',
  params: z.object({ id: Id }),
  body: z.object({ currentPassword: CurrentPassword }),
  response: Done,
  errors: [wrongPassword, passkeyNotFound],
})

export const askPasskey = endpoint('POST', '/api/passkey/challenge', {
  access: 'public',
  rate: 'login',
  summary: 'What a passkey signs, once and within five minutes',
  body: z.object({}),
  response: AskedToSign,
  errors: [noPasskeysHere],
})

/** A passkey is a whole login: the device has checked who holds it. */
export const enterByPasskey = endpoint('POST', '/api/passkey/enter', {
  access: 'public',
  rate: 'login',
  summary: "Log in one of the shop's people by a passkey",
  body: z.object({ passkey: SignedByPasskey }),
  response: Done.extend({ person: Person }),
  errors: [passkeyRefused, noPasskeysHere],
})
