import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/http/session.ts'
import { badInput, notAllowed, notLoggedIn } from '#shared/app-error.ts'
import type { Access, Answer, Endpoint, HandlerInput, Method, RateRule } from '#shared/endpoint.ts'
import { keptRoute } from './answer-cache/kept-route.ts'
import { answerText, type InParts, sendText, wholeText } from './answer-parts.ts'
import { asEnded, checkSlowSession } from './ended-sessions.ts'
import { inTurn } from './heavy-work.ts'
import { callerOf } from './rate-limits.ts'
import { findHostileText } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, by the endpoint's access rule. */
    session: Session | undefined
    /** When that was, by performance.now(). */
    admittedAt: number
  }
  interface FastifyInstance {
    deps: Deps
    /** Every endpoint that is served, for the API's description and the access test. */
    endpoints: Endpoint[]
    /** What follows from the catalogue, for pages of ours, by method and path: the same as the route gives, without a request. */
    catalogueReads: Map<string, CatalogueRead>
    /** Uploads and downloads. */
    rawEndpoints: RawEndpoint<Access>[]
  }
}

type CatalogueRead = (input: Record<'params' | 'query', Record<string, string>>) => Promise<unknown>

type Caller<A extends Access> = A extends 'public' ? { session: undefined } : { session: Session }
/** A function whose answers are kept sees its input only, so that they can depend on nothing else. */
export type Handling<E extends Endpoint> = HandlerInput<E> &
  ('catalogue' extends E['cache'] ? unknown : Caller<E['access']> & { request: FastifyRequest; reply: FastifyReply })

/** What a function gives. Lists may come in parts, but not those of answers that are kept as a whole. */
export type Given<E extends Endpoint> = 'catalogue' extends E['cache'] ? Answer<E> : InParts<Answer<E>>

/** Turns zod's findings into one sentence a field. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body'
    fields[field] ??= sentence(issue)
  }
  throw badInput(fields)
}

function sentence(issue: z.core.$ZodIssue) {
  const where = issue.path.join('.')
  if (!/^(Invalid|Unrecognized|Too (small|big))/.test(issue.message)) return issue.message
  return where ? `Please check ${where}` : 'Please check what you sent'
}

/** Rate, session and role are checked before a body is read (security promises §1). */
async function admit(deps: Deps, { access, rate }: Pick<Endpoint, 'access' | 'rate'>, request: FastifyRequest) {
  if (rate) await deps.limits.count(rate, callerOf(request.ip))
  if (access === 'public') return
  request.session = await deps.sessions.find(access, request.headers.cookie)
  request.admittedAt = performance.now()
  if (request.session) return
  // The other way round, a seller is asked to log in as a shopper.
  const isShopper = access === 'seller' && (await deps.sessions.find('user', request.headers.cookie)) !== undefined
  throw isShopper ? notAllowed() : notLoggedIn()
}

/** What is looked at again once the body is there. */
const whenRead = (deps: Deps) => [checkAddress, (request: FastifyRequest) => checkSlowSession(deps, request)]

/** Calls a handler for somebody whose session may end at any moment. */
async function call<Result>(deps: Deps, request: FastifyRequest, handle: () => Promise<Result> | Result) {
  try {
    return await handle()
  } catch (error) {
    throw await asEnded(deps, request, error)
  }
}

/** A NUL byte in an address is as unwelcome as in a body. Asked before a kept answer is looked for, which others wait for too. */
function checkAddress(address: Pick<FastifyRequest, 'params' | 'query'>, _: unknown, done: (error?: Error) => void) {
  done(problemOf(address))
}

function problemOf({ params, query }: Pick<FastifyRequest, 'params' | 'query'>) {
  const problem = findHostileText(params) ?? findHostileText(query)
  return problem ? badInput({ address: problem }) : undefined
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serves an endpoint by its contract: access, then input, then the function, then the answer. */
export function implement<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Handling<E>) => Promise<Given<E>> | Given<E>,
) {
  app.endpoints.push(endpoint)
  const { params, query, headers, body, response } = endpoint
  const handleChecked = (given: Partial<Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'body'>>, more: object) =>
    handle({
      headers: headers ? checked(headers, given.headers) : undefined,
      params: params ? checked(params, given.params) : undefined,
      query: query ? checked(query, given.query) : undefined,
      body: body ? checked(body, given.body) : undefined,
      ...more,
    } as Handling<E>)
  const answer = async (request: FastifyRequest, more: object) =>
    answerText(response, await handleChecked(request, more))
  if (endpoint.cache === 'catalogue') {
    app.catalogueReads.set(`${endpoint.method} ${endpoint.path}`, async ({ params, query }) => {
      const problem = problemOf({ params, query })
      if (problem) throw problem
      return handleChecked({ params, query, headers: {} }, {})
    })
  }
  const route =
    endpoint.cache === 'catalogue'
      ? keptRoute(app, {
          parameters: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
          headers: { 'content-type': JSON_TYPE },
          make: async (request) => wholeText(await answer(request, {})),
        })
      : {
          handler: async (request: FastifyRequest, reply: FastifyReply) => {
            const send = async () => {
              const given = { session: request.session, request, reply }
              const text = await call(app.deps, request, () => answer(request, given))
              if (endpoint.access !== 'public' || endpoint.method !== 'GET') reply.header('cache-control', 'no-store')
              return sendText(reply.type(JSON_TYPE), text)
            }
            return endpoint.isHeavy ? inTurn(app, request, reply, send) : send()
          },
        }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { write: endpoint.isWrite ?? false },
    onRequest: (request) => admit(app.deps, endpoint, request),
    preHandler: endpoint.access === 'public' ? checkAddress : whenRead(app.deps),
    ...route,
  })
}

type RawCall<A extends Access> = Caller<A> & { request: FastifyRequest; reply: FastifyReply }

/** What a raw endpoint takes and gives is not JSON: an upload or a file to download. */
export interface RawEndpoint<A extends Access> {
  method: Method
  path: string
  access: A
  rate?: RateRule
  summary: string
  /** Large, and may take long: every one that is not a GET, unless it says otherwise. */
  isUpload?: boolean
  /** Answered however busy the shop is. */
  isVital?: boolean
  /** Costs much more than others: runs one at a time for a person, and few at a time in all. */
  isHeavy?: true
  /** Comes from another site, and its signature says from which. */
  isSigned?: true
}

/** Serves an upload or a download. Access is checked as for every endpoint; what comes and goes is the function's own. */
export function implementRaw<A extends Access>(
  app: FastifyInstance,
  endpoint: RawEndpoint<A>,
  handle: (call: RawCall<A>) => Promise<unknown>,
) {
  app.rawEndpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      upload: endpoint.isUpload ?? endpoint.method !== 'GET',
      vital: endpoint.isVital ?? false,
      signed: endpoint.isSigned ?? false,
    },
    onRequest: (request) => admit(app.deps, endpoint, request),
    preHandler: whenRead(app.deps),
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store')
      const given = { session: request.session, request, reply } as RawCall<A>
      const work = () => call(app.deps, request, () => handle(given))
      return endpoint.isHeavy ? inTurn(app, request, reply, work) : work()
    },
  })
}
