import type { FastifyRequest } from 'fastify'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/http/session.ts'
import { badInput, notAllowed, notLoggedIn } from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { checkSlowSession } from './ended-sessions.ts'
import { callerOf } from './rate-limits.ts'
import { findHostileText } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, by the endpoint's access rule. */
    session: Session | undefined
    /** When that was, by performance.now(). */
    admittedAt: number
  }
}

/** Rate, session and role are checked before a body is read (docs/promises.md 1). */
async function admit(deps: Deps, { access, rate }: Pick<Endpoint, 'access' | 'rate'>, request: FastifyRequest) {
  if (rate) await deps.limits.count(rate, callerOf(request.ip))
  if (access === 'public') return
  request.session = await deps.sessions.find(access, request.headers.cookie)
  request.admittedAt = performance.now()
  if (request.session) return
  // A shopper on a seller's route gets 403; a seller on a shopper's route gets 401.
  const isShopper = access === 'seller' && (await deps.sessions.find('user', request.headers.cookie)) !== undefined
  throw isShopper ? notAllowed() : notLoggedIn()
}

/** Hooks of a route: who may call is asked before the body is read, and whether the session has ended once it is there. */
export const accessHooks = (deps: Deps, endpoint: Pick<Endpoint, 'access' | 'rate'>) => ({
  onRequest: (request: FastifyRequest) => admit(deps, endpoint, request),
  preHandler:
    endpoint.access === 'public'
      ? checkAddress
      : [checkAddress, (request: FastifyRequest) => checkSlowSession(deps, request)],
})

type Address = Pick<FastifyRequest, 'params' | 'query'>

/** Refuses NUL bytes and lone surrogates before the cache is asked, since other requests may share that look-up. */
function checkAddress(address: Address, _: unknown, done: (error?: Error) => void) {
  done(addressProblem(address))
}

export function addressProblem({ params, query }: Address) {
  const problem = findHostileText(params) ?? findHostileText(query)
  return problem ? badInput({ address: problem }) : undefined
}
