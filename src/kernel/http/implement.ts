import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/http/session.ts'
import type { Access, Answer, Decoded, Endpoint, Part } from '#shared/endpoint.ts'
import { accessHooks, addressProblem } from './access.ts'
import type { CatalogueRead } from './answer-cache/catalogue-reads.ts'
import { keptRoute } from './answer-cache/kept-route.ts'
import { answerText, type InParts, sendText, wholeText } from './answer-parts.ts'
import { checked } from './checked.ts'
import { asSessionEnded } from './ended-sessions.ts'
import { contentOf, type FileAnswer } from './file-answer.ts'
import { inTurn } from './heavy-work.ts'
import { acceptBody, type ReadForm, withBody } from './read-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
    /** Every endpoint that is served, with its name in the contract, for the API's description, the fuzzer and the access test. */
    endpoints: ServedEndpoint[]
    /** What follows from the catalogue, for pages of ours, by method and path. */
    catalogueReads: Map<string, CatalogueRead>
  }
}

export type ServedEndpoint = Endpoint & { name: string }

type Caller<A extends Access> = A extends 'public' ? { session: undefined } : { session: Session }
type Body<E extends Endpoint> = E extends { input: 'csv' | 'raw' } ? Buffer : Decoded<Part<E, 'body'>>

/**
 * What a function gets: already checked and decoded (paise, Date). One whose answers are kept sees its input only, so that they can depend
 * on nothing else, and reads from the `db` it is given, which may be one state of the database.
 */
export type Handling<E extends Endpoint> = {
  params: Decoded<Part<E, 'params'>>
  query: Decoded<Part<E, 'query'>>
  headers: Decoded<Part<E, 'headers'>>
  body: Body<E>
} & (E extends { input: 'multipart' } ? Pick<ReadForm, 'files' | 'names'> : unknown) &
  (E extends { cache: 'catalogue' }
    ? { db: Db }
    : Caller<E['access']> & { request: FastifyRequest; reply: FastifyReply })

/** What a function gives. Lists may come in parts, but not those of answers that are kept as a whole. */
export type Given<E extends Endpoint> = E extends { file: string }
  ? FileAnswer
  : E extends { cache: 'catalogue' }
    ? Answer<E>
    : InParts<Answer<E>>

type Handler<E extends Endpoint> = (input: Handling<E>) => Promise<Given<E>> | Given<E>

/** A function for each endpoint of a contract, by its name. What else the contract exports is passed over. */
export type Handlers<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] extends Endpoint
    ? Handler<Contract[Name]>
    : never
}

/** Serves all endpoints of a contract: `import * as contract from …`. One without a function does not compile. */
export function implement<Contract extends object>(
  app: FastifyInstance,
  contract: Contract,
  handlers: Handlers<Contract>,
): void
export function implement(app: FastifyInstance, contract: object, handlers: object) {
  for (const [name, exported] of Object.entries(contract)) {
    const handle = Reflect.get(handlers, name)
    if (exported instanceof z.ZodObject) nameShape(exported, name)
    else if (handle) serve(app, { ...exported, name }, handle)
  }
}

/** The API's description knows a shape by the name it is exported under. */
const nameShape = (shape: z.ZodObject, id: string) =>
  z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id })

const JSON_TYPE = 'application/json; charset=utf-8'

type Input = Partial<Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'body'>>

/** Access, then input, then the function, then the answer. */
function serve(app: FastifyInstance, endpoint: ServedEndpoint, handle: (given: object) => unknown) {
  app.endpoints.push(endpoint)
  const { method, path, access, params, query, headers, body, input, response, file, status } = endpoint
  const handleChecked = (given: Input, more: object) =>
    handle({
      headers: headers ? checked(headers, given.headers) : undefined,
      params: params ? checked(params, given.params) : undefined,
      query: query ? checked(query, given.query) : undefined,
      body: body ? checked(body, given.body) : undefined,
      ...more,
    })
  async function textOf(given: Input, request: FastifyRequest, reply: FastifyReply, read?: object) {
    const result = await handleChecked(given, { session: request.session, request, reply, ...read })
    return response ? answerText(response, result) : contentOf(reply, result)
  }
  function answer(request: FastifyRequest, reply: FastifyReply) {
    if (!input) return textOf(request, request, reply)
    const { headers, params, query } = request
    return withBody(request, endpoint, (body, read) => textOf({ headers, params, query, body }, request, reply, read))
  }
  const isPrivate = access !== 'public' || method !== 'GET' || file !== undefined || endpoint.isVital === true
  async function send(request: FastifyRequest, reply: FastifyReply) {
    const text = await call(app.deps, request, () => answer(request, reply))
    if (isPrivate) reply.header('cache-control', 'no-store')
    if (status) reply.code(status)
    return sendText(reply.type(file ?? JSON_TYPE), text)
  }

  const { changesWith } = endpoint
  const asRead: CatalogueRead = {
    path,
    ...(changesWith ? { changesWith } : {}),
    async read(address, db) {
      const problem = addressProblem(address)
      if (problem) throw problem
      return handleChecked({ ...address, headers: {} }, { db })
    },
  }
  if (endpoint.cache) app.catalogueReads.set(`${method} ${path}`, asRead)
  async function makeKept(response: z.ZodType, request: FastifyRequest, version: number | undefined) {
    const given = await app.catalogue.read(version, async (db) => handleChecked(request, { db }))
    const text = await wholeText(answerText(response, given))
    if (!changesWith || version === undefined) return { text }
    const input = { params: z.record(z.string(), z.string()).parse(request.params), query: {} }
    return { text, reads: [app.reads.note(asRead, input, { status: 200, answer: given }, version)] }
  }
  const route = {
    method,
    url: path,
    config: {
      write: endpoint.isWrite ?? false,
      upload: input === 'multipart' || input === 'csv',
      vital: endpoint.isVital ?? false,
      signed: endpoint.isSigned ?? false,
    },
    ...accessHooks(app.deps, endpoint),
    ...(endpoint.cache && response
      ? keptRoute(app, {
          parameters: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
          headers: { 'content-type': JSON_TYPE },
          make: (request, version) => makeKept(response, request, version),
        })
      : {
          handler: endpoint.isHeavy
            ? (request: FastifyRequest, reply: FastifyReply) => inTurn(app, request, reply, () => send(request, reply))
            : send,
        }),
  }
  if (!input) return void app.route(route)
  // Kinds of body are taken by a route's own context, so that no other route takes them.
  app.register(async (own) => {
    await acceptBody(own, endpoint)
    own.route(route)
  })
}

/** Calls a function for somebody whose session may end at any moment. */
async function call<Result>(deps: Deps, request: FastifyRequest, handle: () => Promise<Result> | Result) {
  try {
    return await handle()
  } catch (error) {
    throw await asSessionEnded(deps, request, error)
  }
}
