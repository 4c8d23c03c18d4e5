import type { FastifyRequest } from 'fastify'
import { notLoggedIn } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'
import { keyIn, keyNotValid } from './keys.ts'

const AT_ONCE_MS = 50

/** A body can take minutes, so the session is checked again after it. Throws NOT_LOGGED_IN when it is over or its account deleted, KEY_NOT_VALID. */
export async function checkSession(deps: Deps, request: Pick<FastifyRequest, 'session' | 'headers'>) {
  const { session } = request
  if (!session) return
  if (session.key) {
    if (!(await deps.keys.find(keyIn(request.headers) ?? ''))) throw keyNotValid()
    return
  }
  const found = await deps.sessions.find(session.kind, request.headers.cookie)
  if (!found || (found.kind === 'user' && !found.shopper)) throw notLoggedIn()
}

export async function checkSlowSession(deps: Deps, request: FastifyRequest) {
  if (performance.now() - request.admittedAt > AT_ONCE_MS) await checkSession(deps, request)
}

/** NOT_LOGGED_IN or KEY_NOT_VALID when the session has ended meanwhile, which then explains the error; else the error. */
export async function asSessionEnded(deps: Deps, request: FastifyRequest, error: unknown) {
  if (!request.session) return error
  return checkSession(deps, request).then(
    () => error,
    (found) => (found.code === notLoggedIn.code || found.code === keyNotValid.code ? found : error),
  )
}
