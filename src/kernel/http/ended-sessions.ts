import type { FastifyRequest } from 'fastify'
import type { Deps } from '#kernel/deps.ts'
import { notLoggedIn } from '#shared/app-error.ts'

/** Longer than anything takes that comes along with its headers. */
const AT_ONCE_MS = 50

/**
 * A session is looked up before the body is read, and a body can take minutes: by then the session may be over, or its account
 * deleted. Throws NOT_LOGGED_IN when it is.
 */
export async function checkSession(deps: Deps, request: Pick<FastifyRequest, 'session' | 'headers'>) {
  const { session } = request
  if (!session) return
  const found = await deps.sessions.find(session.role, request.headers.cookie)
  if (!found || (found.role === 'user' && !found.shopper)) throw notLoggedIn()
}

/** The same, where the body took its time. */
export async function checkSlowSession(deps: Deps, request: FastifyRequest) {
  if (performance.now() - request.admittedAt > AT_ONCE_MS) await checkSession(deps, request)
}

/**
 * What goes wrong for somebody whose session ended in the very moment (nothing of theirs is found, a row refers to an account
 * that is gone) goes wrong because of that, and they are told so. Any other error stays as it is.
 */
export async function asEnded(deps: Deps, request: FastifyRequest, error: unknown) {
  if (!request.session) return error
  // Where the session cannot be looked up, the error says more than that would.
  const isOver = await checkSession(deps, request).then(
    () => false,
    (found) => found.code === notLoggedIn.code,
  )
  return isOver ? notLoggedIn() : error
}
