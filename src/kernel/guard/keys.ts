import type { IncomingHttpHeaders } from 'node:http'
import { appError } from '#kernel/kernel.messages.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Session } from './session.ts'

export const keyNotValid = appError('KEY_NOT_VALID', 401)
export const notForKeys = appError('NOT_FOR_KEYS', 403)

/** How programs say who they are. The feature keys keeps the keys. */
export interface Keys {
  /** Undefined where nobody has made such a key, or where it has ended or is paused. */
  find: (key: string) => Promise<Session | undefined>
}

/** What each key begins with, so that a key which was published by mistake can be found. */
export const KEY_BEGINS = 'hk_'
const BEARER = 'bearer '

/** The key of a request; undefined where the request brings none. */
export function keyIn({ authorization = '' }: Pick<IncomingHttpHeaders, 'authorization'>) {
  if (authorization.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined
  const key = authorization.slice(BEARER.length).trim()
  return key.startsWith(KEY_BEGINS) ? key : undefined
}

type Guarded = Pick<Endpoint, 'rights' | 'proof' | 'onlyPeople'>

/** Calls of their own account, of the team, and those for which a person must answer, are closed to keys (docs/promises.md 34). */
export const isForKeys = ({ rights = [], proof, onlyPeople }: Guarded) =>
  !proof && !onlyPeople && rights.some((right) => right !== 'team')

/** Throws KEY_NOT_VALID, which counts as a failed login of the address, NOT_FOR_KEYS, TOO_MANY. */
export async function admitKey({ keys, limits }: Deps, key: string, endpoint: Guarded, caller: string) {
  const session = await keys.find(key)
  if (!session) {
    await limits.count('login', caller)
    throw keyNotValid()
  }
  await limits.count('key', session.id)
  if (!isForKeys(endpoint)) throw notForKeys()
  return session
}
