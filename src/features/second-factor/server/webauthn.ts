import type { Deps } from '#kernel/deps.ts'
import type { NewPasskey, SignedByPasskey } from '../passkeys.contract.ts'
import { ANSWERED_WITHIN_MS, keepQuestion, passkeyPlace, takeQuestion } from './passkey-questions.ts'

type Own = Pick<Deps, 'db' | 'now' | 'config'>

/** Loaded when the first passkey is used: it takes 150 ms of a start. */
const webauthn = () => import('@simplewebauthn/server')

const type = 'public-key' as const
/** The device finds the key without a name being typed, and checks who holds it. */
const authenticatorSelection = {
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const

/** A passkey as it is kept. */
export interface Passkey {
  credential_id: string
  /** In base64url. */
  public_key: string
  /** How often the device says it has used it; many say 0. */
  uses: number
}

interface Asked {
  /** The name that passkeys of the shop belong to. */
  id: string
  /** Only for whom it was asked a passkey is taken. */
  askedOf: string
  userId: string
  userName: string
  userDisplayName: string
}

/** What the browser asks its device for a new passkey; `known` are those that the device may have already. */
export async function askForPasskey(deps: Own, { id, askedOf, userId, ...user }: Asked, known: readonly string[] = []) {
  const rp = { id, name: deps.config.storeName }
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    ...{ rpID: rp.id, rpName: rp.name },
    ...{ userID: new TextEncoder().encode(userId), ...user },
  })
  await keepQuestion(deps, options.challenge, askedOf)
  return {
    ...{ challenge: options.challenge, rp, user: options.user, timeout: ANSWERED_WITHIN_MS },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type })),
    excludeCredentials: known.map((credential) => ({ id: credential, type })),
    authenticatorSelection,
    attestation: 'none' as const,
  }
}

/** What a passkey is to sign; `askedOf` null: of whoever logs in, or proves once more who is there. */
export async function askToSign(deps: Own, { id }: { id: string }, askedOf: string | null) {
  const { generateAuthenticationOptions } = await webauthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
  await keepQuestion(deps, challenge, askedOf)
  return { challenge, rpId: id, timeout: ANSWERED_WITHIN_MS, userVerification: 'required' as const }
}

/** A new passkey to keep; undefined for whatever is wrong with it. */
export async function readNewPasskey(deps: Own, passkey: NewPasskey, askedOf: string): Promise<Passkey | undefined> {
  const expected = await expectedOf(deps, passkey.response.clientDataJSON, askedOf)
  if (!expected) return undefined
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    ...expected,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), uses: counter }
}

/** How often the device says that it has used the passkey; undefined for whatever is wrong: a key that nobody has, another's, a question answered before. */
export async function readSigned(
  deps: Own,
  passkey: SignedByPasskey,
  known: Passkey | undefined,
  askedOf: string | null,
): Promise<number | undefined> {
  const expected = await expectedOf(deps, passkey.response.clientDataJSON, askedOf)
  if (!expected || !known) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const answer = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    ...expected,
    credential: {
      ...{ id: known.credential_id, counter: known.uses },
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
    },
  }).catch(() => undefined)
  return answer?.verified ? answer.authenticationInfo.newCounter : undefined
}

/** What the answer must hold; its question counts for no second answer. */
async function expectedOf({ db, now, config }: Own, clientDataJSON: string, askedOf: string | null) {
  const place = passkeyPlace(config)
  const question = questionIn(clientDataJSON)
  if (!place || question === undefined || !(await takeQuestion(db, question, askedOf, now()))) return undefined
  return { expectedChallenge: question, expectedOrigin: place.origin, expectedRPID: place.id }
}

function questionIn(clientDataJSON: string) {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
