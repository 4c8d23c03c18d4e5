import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  askAgain,
  badInput,
  noRight,
  notAllowed,
  notForHelpers,
  notLoggedIn,
  secondFactorNeeded,
} from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Deps } from '../deps.ts'
import { checkSlowSession } from './ended-sessions.ts'
import { admitKey, keyIn } from './keys.ts'
import { callerOf } from './rate-limits.ts'
import { findHostileText } from './security.ts'
import type { Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    admittedAt: number
  }
}

/** Rate, session and kind are checked before a body is read (docs/promises.md 1). */
async function admit(deps: Deps, endpoint: Guarded, request: FastifyRequest) {
  const { access, rights, people, proof, rate } = endpoint
  if (rate) await deps.limits.count(rate, callerOf(request.ip))
  if (access === 'public') return
  const key = access === 'seller' ? keyIn(request.headers) : undefined
  request.session = key
    ? await admitKey(deps, key, endpoint, callerOf(request.ip))
    : await deps.sessions.find(access, request.headers.cookie)
  request.admittedAt = performance.now()
  if (request.session) {
    checkFactor(deps, request.session, rights)
    checkRights(request.session, rights)
    if (people === 'own' && request.session.workshop?.isHelper) throw notForHelpers()
    if (proof === true) checkProof(deps, request.session)
    return
  }
  for (const kind of deps.sessions.kinds[access].refuses)
    if (await deps.sessions.find(kind, request.headers.cookie)) throw notAllowed()
  throw notLoggedIn()
}

type Guarded = Pick<Endpoint, 'access' | 'rights' | 'people' | 'rate' | 'proof' | 'onlyPeople'>

/** Where a second factor is demanded, who has none can see to the own account only. */
function checkFactor({ config }: Deps, { person }: Session, rights: Endpoint['rights'] = []) {
  if (config.demandsFactor && person && !person.hasFactor && rights.length > 0) throw secondFactorNeeded()
}

function checkProof({ now }: Deps, { person }: Session) {
  if ((person?.provedUntil ?? 0) <= now().getTime()) throw askAgain()
}

const WithPassword = z.object({ currentPassword: z.string() })

/** A password in the body is checked even when none was needed: a wrong one is never taken for a right one. */
async function checkProofInBody(deps: Deps, { session, body }: FastifyRequest) {
  const given = WithPassword.safeParse(body).data?.currentPassword
  if (!session) return
  if (given === undefined || session.person?.asks !== 'password') checkProof(deps, session)
  else await deps.sessions.checkPassword(session, given)
}

function checkRights({ rights: own }: Session, rights: Endpoint['rights'] = []) {
  if (rights.length > 0 && !rights.some((right) => own.includes(right))) throw noRight({ rights })
}

/** Hooks of a route: access is checked before the body is read, and the session again after a slow body. */
export const accessHooks = (deps: Deps, endpoint: Guarded, guard?: (session: Session) => Promise<void>) => ({
  async onRequest(request: FastifyRequest) {
    await admit(deps, endpoint, request)
    if (guard && request.session) await guard(request.session)
  },
  preHandler:
    endpoint.access === 'public'
      ? checkAddress
      : [
          checkAddress,
          (request: FastifyRequest) => checkSlowSession(deps, request),
          ...(endpoint.proof === 'or password' ? [(request: FastifyRequest) => checkProofInBody(deps, request)] : []),
        ],
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
