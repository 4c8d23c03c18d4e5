import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

/** argon2id: 19 MiB, two passes, one lane (security promises §7). About 60 ms, off the event loop. */
const parameters = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 }
const SALT_BYTES = 16

const derive = (password: string, nonce: Buffer) => argon2Async('argon2id', { ...parameters, message: Buffer.from(password, 'utf8'), nonce })

/** In the usual form: $argon2id$v=19$m=…,t=…,p=…$salt$hash. */
export async function hashPassword(password: string) {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Compared with a password when the account does not exist, so that the answer takes as long. */
const nobody = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

/** Is this the password? Without a stored hash the same work is done and the answer is no. */
export async function isPassword(password: string, stored: string | undefined) {
  const [, , , , salt = '', hash = ''] = (stored ?? (await nobody)).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(expected, actual) && stored !== undefined
}
