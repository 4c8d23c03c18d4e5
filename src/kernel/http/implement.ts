import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Access, Answer, Decoded, Endpoint, Part } from '#shared/endpoint.ts'
import type { Message, Word } from '#shared/messages.ts'
import type { CatalogueRead } from '../answers/answer-cache/catalogue-reads.ts'
import { keptRoute } from '../answers/answer-cache/kept-route.ts'
import { answerText, type InParts, sendText, wholeText } from '../answers/answer-parts.ts'
import { accessHooks, addressProblem } from '../guard/access.ts'
import { asSessionEnded } from '../guard/ended-sessions.ts'
import { inTurn } from '../guard/heavy-work.ts'
import type { Session } from '../guard/session.ts'
import { checked } from './checked.ts'
import { contentOf, type FileAnswer } from './file-answer.ts'
import { acceptBody, type ReadForm, withBody } from './read-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
    /** All served endpoints with their contract names, for the API's description, the fuzzer and the access test. */
    endpoints: ServedEndpoint[]
    catalogueReads: Map<string, CatalogueRead>
  }
}

/** `feature` serves it, under its name. */
export type ServedEndpoint = Endpoint & { name: string; feature?: string }

type Caller<A extends Access> = A extends 'public' ? { session: undefined } : { session: Session }
type Body<E extends Endpoint> = E extends { input: 'csv' | 'raw' } ? Buffer : Decoded<Part<E, 'body'>>

/**
 * What a function gets, checked and decoded (paise, Date). One whose answers are kept sees its input only, and reads from the given `db`, which for
 * `changes` is the shop's own.
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

/** Lists may come in parts, except in answers that are kept. */
export type Given<E extends Endpoint> = E extends { file: string }
  ? FileAnswer
  : E extends { cache: 'catalogue' }
    ? Answer<E>
    : InParts<Worded<Answer<E>>>

/** What an answer says may be a message: it is put into words as the answer is written. */
type Worded<A> = A extends { message: string } ? Omit<A, 'message'> & { message: Message | string } : A

/** Of a list that was asked for by `since`. */
type GivenChanges<E> = E extends { changes: infer S extends z.ZodType } ? z.output<S> : never

type Handler<E extends Endpoint> = (input: Handling<E>) => Promise<Given<E> | GivenChanges<E>> | Given<E>

export type Handlers<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] extends Endpoint
    ? Handler<Contract[Name]>
    : never
}

/** Checks more about a caller with a session, before a body is read. Throws to refuse. */
type Guard = (session: Session) => Promise<void>

/** Serves all endpoints of a contract: `import * as contract from …`. One without a function does not compile. */
export function implement<Contract extends object>(
  app: FastifyInstance,
  contract: Contract,
  handlers: Handlers<Contract>,
  guards?: { [Name in keyof Handlers<Contract>]?: Guard },
): void
export function implement(app: FastifyInstance, contract: object, handlers: object, guards: object = {}) {
  for (const [name, exported] of Object.entries(contract)) {
    const handle = Reflect.get(handlers, name)
    if (exported instanceof z.ZodObject) nameShape(exported, name)
    else if (handle) serve(app, { ...exported, name }, handle, Reflect.get(guards, name))
  }
}

const nameShape = (shape: z.ZodObject, id: string) =>
  z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id })

const JSON_TYPE = 'application/json; charset=utf-8'

type Input = Partial<Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'body'>>

function serve(app: FastifyInstance, endpoint: ServedEndpoint, handle: (given: object) => unknown, guard?: Guard) {
  app.endpoints.push(endpoint)
  const { method, path, access, params, query, headers, body, input, form, response, changes, waits, file, status } =
    endpoint
  const handleChecked = (given: Input, more: object) =>
    handle({
      headers: headers ? checked(headers, given.headers) : undefined,
      params: params ? checked(params, given.params) : undefined,
      query: query ? checked(query, given.query) : undefined,
      // A missing body is an empty one, enough where every field is optional.
      body: body ? checked(body, given.body ?? {}) : undefined,
      ...more,
    })
  async function textOf(given: Input, request: FastifyRequest, reply: FastifyReply, read?: object) {
    const asked = changes && hasSince(given.query) ? changes : response
    const caller = endpoint.cache ? { db: app.deps.db } : { session: request.session, request, reply }
    const result = await handleChecked(given, { ...caller, ...read })
    const word = app.deps.wordIn(request.language)
    if (waits && isWaiting(result)) {
      reply.code(202)
      return answerText(waits, inWords(result, word))
    }
    return asked ? answerText(asked, inWords(result, word)) : contentOf(reply, result)
  }
  function answer(request: FastifyRequest, reply: FastifyReply) {
    if (!input) return textOf(request, request, reply)
    const { headers, params, query } = request
    return withBody(request, endpoint, (body, read) => {
      const work = () => textOf({ headers, params, query, body }, request, reply, read)
      return takesTurnLate ? inTurn(app, request, reply, work) : work()
    })
  }
  // Many people may share an address: their uploads arrive side by side, and only the work takes turns.
  const takesTurnLate = endpoint.isHeavy && form !== undefined && access === 'public'
  const isPrivate =
    access !== 'public' || method !== 'GET' || file !== undefined || changes !== undefined || endpoint.isVital === true
  async function send(request: FastifyRequest, reply: FastifyReply) {
    const text = await call(app.deps, request, () => answer(request, reply))
    if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (status && reply.statusCode === 200) reply.code(status)
    return sendText(reply.hasHeader('content-type') ? reply : reply.type(file ?? JSON_TYPE), text)
  }

  const { changesWith } = endpoint
  // A page gets the function's result unencoded, to save time; so its shape is checked in tests and development only.
  const checksReads = app.deps.config.isDevelopment || app.deps.config.isTest
  const asRead: CatalogueRead = {
    path,
    word: app.deps.word,
    ...(changesWith ? { changesWith } : {}),
    async read(address, db) {
      const problem = addressProblem(address)
      if (problem) throw problem
      const given = await handleChecked({ ...address, headers: {} }, { db })
      if (checksReads && response) z.encode(response, given)
      return given
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
    ...accessHooks(app.deps, endpoint, guard),
    ...(endpoint.cache && response
      ? keptRoute(app, {
          parameters: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
          headers: { 'content-type': JSON_TYPE },
          make: (request, version) => makeKept(response, request, version),
          ...(changes ? { isKept: ({ query }) => !hasSince(query), send } : {}),
        })
      : {
          handler:
            endpoint.isHeavy && !takesTurnLate
              ? (request: FastifyRequest, reply: FastifyReply) =>
                  inTurn(app, request, reply, () => send(request, reply))
              : send,
        }),
  }
  if (!input) return void app.route(route)
  // Each route has its own context for the kinds of body it takes.
  app.register(async (own) => {
    await acceptBody(own, endpoint)
    own.route(route)
  })
}

const isWaiting = (answer: unknown) => typeof answer === 'object' && answer !== null && 'waiting' in answer

const hasSince = (query: unknown) => typeof query === 'object' && query !== null && 'since' in query

/** Puts the message of an answer into words. */
const inWords = (answer: unknown, word: Word) =>
  hasMessage(answer) ? { ...answer, message: word(answer.message) } : answer

const hasMessage = (answer: unknown): answer is { message: Message } =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'object'

async function call<Result>(deps: Deps, request: FastifyRequest, handle: () => Promise<Result> | Result) {
  try {
    return await handle()
  } catch (error) {
    throw await asSessionEnded(deps, request, error)
  }
}
