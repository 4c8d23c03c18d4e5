import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createTurns } from '#kernel/http/turns.ts'

const argon2Async = promisify(argon2)

/** argon2id: 19 MiB, two passes, one lane (docs/promises.md 7). About 60 ms, off the event loop. */
const parameters = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 }
const SALT_BYTES = 16
/**
 * Hashes are computed by the four threads that files and compression use too, so two at most at once. The last in the queue waits a
 * third of a second; a longer queue would fill all places that the shop has for requests (src/kernel/http/overload.ts).
 */
const inTurn = createTurns({ atOnce: 2, waiting: 10 })

const derive = (password: string, nonce: Buffer) =>
  inTurn(() => argon2Async('argon2id', { ...parameters, message: Buffer.from(password, 'utf8'), nonce }))

/** In the usual form: $argon2id$v=19$m=…,t=…,p=…$salt$hash. Of the password in NFC, however it was typed. Throws OVERLOADED. */
export async function hashPassword(password: string) {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password.normalize('NFC'), salt)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Compared with a password when the account does not exist, so that the answer takes as long. */
const nobody = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

/**
 * Is this the password? Without a stored hash the same work is done and the answer is no. `outdated`: yes, but it was hashed as
 * it is typed, not in NFC, as passwords once were: it is to be hashed again. Throws OVERLOADED.
 */
export async function matchPassword(password: string, stored: string | undefined): Promise<'no' | 'yes' | 'outdated'> {
  const [, , , , salt = '', hash = ''] = (stored ?? (await nobody)).split('$')
  const nonce = Buffer.from(salt, 'base64url')
  const expected = Buffer.from(hash, 'base64url')
  const isHashOf = async (typed: string) =>
    timingSafeEqual(expected, await derive(typed, nonce)) && stored !== undefined
  const inNfc = password.normalize('NFC')
  if (await isHashOf(inNfc)) return 'yes'
  return inNfc !== password && (await isHashOf(password)) ? 'outdated' : 'no'
}

/** As `matchPassword`, where nothing is to be hashed again. */
export const isPassword = async (password: string, stored: string | undefined) =>
  (await matchPassword(password, stored)) !== 'no'
