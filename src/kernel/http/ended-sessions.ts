import type { FastifyRequest } from 'fastify'
import type { Deps } from '#kernel/deps.ts'
import { notLoggedIn } from '#shared/app-error.ts'

/** Longer than a body takes that arrives together with its headers. */
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

/** The same, for bodies that took long to arrive. */
export async function checkSlowSession(deps: Deps, request: FastifyRequest) {
  if (performance.now() - request.admittedAt > AT_ONCE_MS) await checkSession(deps, request)
}

/**
 * When a call fails and its session has ended meanwhile, that is the cause (nothing of theirs is found, a row refers to a deleted
 * account): gives NOT_LOGGED_IN then. Any other error stays as it is.
 */
export async function asSessionEnded(deps: Deps, request: FastifyRequest, error: unknown) {
  if (!request.session) return error
  // If the session cannot be looked up, the original error says more.
  const isOver = await checkSession(deps, request).then(
    () => false,
    (found) => found.code === notLoggedIn.code,
  )
  return isOver ? notLoggedIn() : error
}
