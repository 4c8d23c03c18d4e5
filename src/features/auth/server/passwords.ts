import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createTurns } from '#kernel/guard/turns.ts'

const argon2Async = promisify(argon2)

/** argon2id: 19 MiB, two passes, one lane (docs/promises.md 7). About 60 ms, off the event loop. */
const parameters = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 }
const SALT_BYTES = 16
/** Files and compression share the four threads. The last in this queue waits a third of a second; more would fill the shop's places. */
const inTurn = createTurns({ atOnce: 2, waiting: 10 })

const derive = (password: string, nonce: Buffer) =>
  inTurn(() => argon2Async('argon2id', { ...parameters, message: Buffer.from(password, 'utf8'), nonce }))

/** $argon2id$v=19$m=…,t=…,p=…$salt$hash, of the password in NFC. Throws OVERLOADED. */
export async function hashPassword(password: string) {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password.normalize('NFC'), salt)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** This hash stands in for accounts that do not exist, so that their answer takes as long. */
const nobody = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

/** `outdated`: right, but hashed as typed and not in NFC, as once was done, so to be hashed again. Throws OVERLOADED. */
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

export const isPassword = async (password: string, stored: string | undefined) =>
  (await matchPassword(password, stored)) !== 'no'
