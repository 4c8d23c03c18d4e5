import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  askAgain,
  badInput,
  noRight,
  notAllowed,
  notFound,
  notLoggedIn,
  secondFactorNeeded,
  sharedMessage,
  tooMany,
  tooMuchAtOnce,
} from '#shared/app-error.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { numbersInText } from '#shared/reading/number-in-text.ts'
import { type Answer, makeAnswer, sendAnswer } from '../answers/answer-cache/answer.ts'
import { isForKeys, keyNotValid, notForKeys } from '../guard/keys.ts'
import { type Kinds, linesOf } from '../guard/principals.ts'
import type { Sessions } from '../guard/session.ts'
import type { ServedEndpoint } from './implement.ts'

const errorAnswer = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})

/** JSON Schema of the wire form; {} where anything goes. */
type SchemaOf = (schema: z.ZodType) => z.core.JSONSchema.BaseSchema
const wire = { io: 'input', unrepresentable: 'any' } as const

/** Exported shapes stand under their names in `named`. */
function namingSchemas(named: Record<string, object>): SchemaOf {
  return (schema) => {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, wire)
    Object.assign(named, $defs)
    return json
  }
}
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const parametersOf = (schema: z.ZodType | undefined, where: 'path' | 'query' | 'header') => {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { ...wire, metadata: numbersInText })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

/** What OpenAPI calls the keys of programs. */
const KEY_SCHEME = 'key'

const binary = { type: 'string', format: 'binary' }

function formSchema({ form, body }: ServedEndpoint, schemaOf: SchemaOf) {
  const { json, fields, file = '', most = 1 } = form ?? {}
  const field = json && body ? { [json]: schemaOf(body) } : {}
  const files = most > 1 ? { type: 'array', items: binary, maxItems: most } : binary
  const required = [...Object.keys(field), ...(most > 1 ? [] : [file])]
  const schema = { type: 'object', properties: { ...field, [file]: files }, required }
  return fields && body ? { allOf: [schemaOf(body), schema] } : schema
}

/** Other forms of a body are told in words: given a choice of types, generated clients take the wrong one. */
function bodyOf(endpoint: ServedEndpoint, schemaOf: SchemaOf) {
  const { input, form, body } = endpoint
  if (input === 'raw') return { content: { '*/*': { schema: binary } } }
  if (input === 'csv')
    return {
      description: `Or multipart/form-data with one file, \`${form?.file}\``,
      content: { 'text/csv': { schema: { type: 'string' } } },
    }
  if (!form) return body && { content: { 'application/json': { schema: schemaOf(body) } } }
  const asJson = Object.entries({ ...form.fields, ...(form.json ? { [form.json]: 'json' } : {}) }).flatMap(
    ([name, writtenAs]) => (writtenAs === 'json' ? [[name, { contentType: 'application/json' }]] : []),
  )
  const encoding = asJson.length > 0 ? { encoding: Object.fromEntries(asJson) } : {}
  return { content: { 'multipart/form-data': { schema: formSchema(endpoint, schemaOf), ...encoding } } }
}

function answerContent({ file, response, changes }: ServedEndpoint, schemaOf: SchemaOf) {
  if (response) {
    const success = { type: 'object', properties: { success: { const: true } }, required: ['success'] }
    const answer = changes ? { anyOf: [schemaOf(response), schemaOf(changes)] } : schemaOf(response)
    return { 'application/json': { schema: { allOf: [success, answer] } } }
  }
  const [type = ''] = file?.split(';') ?? []
  return {
    [type]: { schema: type === 'application/json' ? {} : type.startsWith('text/') ? { type: 'string' } : binary },
  }
}

/** Possible refusals by status; any other looks the same. */
function refusals(endpoint: ServedEndpoint, kinds: Kinds) {
  const { access, rights = [], proof, rate, isHeavy, params, query, body, headers, input, errors = [] } = endpoint
  const all = [
    ...(params || query || body || headers || input ? [badInput({})] : []),
    ...(access === 'public' ? [] : [notLoggedIn]),
    ...(access !== 'public' && kinds[access].refuses.length > 0 ? [notAllowed] : []),
    ...(rights.length > 0 ? [noRight({ rights })] : []),
    ...(access === 'seller' ? [keyNotValid, isForKeys(endpoint) ? tooMany : notForKeys] : []),
    ...(access === 'seller' && rights.length > 0 ? [secondFactorNeeded] : []),
    ...(proof ? [askAgain] : []),
    ...(rate ? [tooMany] : []),
    ...(isHeavy ? [tooMuchAtOnce] : []),
    ...errors,
  ]
  const byStatus = Map.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const codes = [...new Set(ofStatus.map(({ code }) => code))]
      const schema = { allOf: [refTo('Error'), { properties: { code: { enum: codes } } }] }
      return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }]
    }),
  )
}

/** A session's cookie, or where programs may call it, a key. */
const securityOf = (endpoint: ServedEndpoint, kind: AccountKind, sessions: Sessions) => [
  { [sessions.cookieName(kind)]: [] },
  ...(kind === 'seller' && isForKeys(endpoint) ? [{ [KEY_SCHEME]: [] }] : []),
]

function describeNeeds({ rights = [], proof }: ServedEndpoint) {
  const needs = [
    ...(rights.length > 0 ? [`Needs the right ${rights.join(' or ')}`] : []),
    ...(proof
      ? [`Needs a proof of who is there of the last ten minutes: a login, or POST /api/second-factor/again`]
      : []),
  ]
  return needs.length > 0 ? { description: needs.join('. ') } : {}
}

/** "second factor" */
const tagOf = ({ feature = 'shop' }: ServedEndpoint) =>
  feature.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

function describe(endpoint: ServedEndpoint, sessions: Sessions, schemaOf: SchemaOf) {
  const body = bodyOf(endpoint, schemaOf)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...describeNeeds(endpoint),
    tags: [tagOf(endpoint)],
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint, endpoint.access, sessions) }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(body ? { requestBody: { required: true, ...body } } : {}),
    responses: {
      [endpoint.status ?? 200]: { description: 'Done', content: answerContent(endpoint, schemaOf) },
      ...(endpoint.waits
        ? {
            202: {
              description: 'It waits for a second person',
              content: answerContent({ ...endpoint, response: endpoint.waits }, schemaOf),
            },
          }
        : {}),
      ...refusals(endpoint, sessions.kinds),
      default: { description: 'Refused', content: { 'application/json': { schema: refTo('Error') } } },
    },
  }
}

interface Shop {
  storeName: string
  sessions: Sessions
  /** What stands above the calls, in Markdown. */
  guide: string
}

/** OpenAPI 3.1 as JSON, from the contracts of the served endpoints, without those that watch the shop. */
export function openApiDocument(endpoints: readonly ServedEndpoint[], { storeName, sessions, guide }: Shop) {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {}
  const schemaOf = namingSchemas(schemas)
  schemas.Error = schemaOf(errorAnswer)
  for (const endpoint of endpoints.filter(({ path }) => /^\/(?:api|feeds)\//.test(path))) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, sessions, schemaOf) }
  }
  const json = JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: `${storeName} API`,
      version: '1',
      description: guide,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        ...Object.fromEntries(
          linesOf(sessions.kinds).map((kind) => {
            const name = sessions.cookieName(kind)
            return [name, { type: 'apiKey', in: 'cookie', name }]
          }),
        ),
        [KEY_SCHEME]: { type: 'http', scheme: 'bearer', description: 'A key that the office makes at “Connections”' },
      },
    },
  })
  return json.replaceAll('"#/$defs/', '"#/components/schemas/')
}

const DOCS_PATH = '/api/docs'
const DOCS_FILE = /^\/api\/docs\/(?:[\w-]+\/)*[\w.-]*$/
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

async function docsApp(storeName: string, description: string) {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const docs = Fastify()
  await docs.register(swagger, { mode: 'static', specification: { document: JSON.parse(description) } })
  await docs.register(swaggerUi, { routePrefix: DOCS_PATH, theme: { title: `${storeName} API` } })
  return docs
}

/** /api/openapi.json for programs and /api/docs for people, made when first asked for. Call it after the endpoints. */
export function apiDescription(app: FastifyInstance, guide: string) {
  const { deps } = app
  const { storeName } = deps.config
  let description: string | undefined
  const describeOnce = () => {
    description ??= openApiDocument(app.endpoints, { storeName, sessions: deps.sessions, guide })
    return description
  }
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(describeOnce()))

  let docs: ReturnType<typeof docsApp> | undefined
  const kept = new Map<string, Promise<Answer>>()
  async function makeFile(path: string) {
    docs ??= docsApp(storeName, describeOnce())
    const { statusCode, headers, rawPayload } = await (await docs).inject(path)
    if (statusCode !== 200) throw notFound({ what: sharedMessage('THIS_ADDRESS') })
    const own = { 'content-type': String(headers['content-type']), 'content-security-policy': DOCS_POLICY }
    return makeAnswer(own, rawPayload)
  }
  app.get(DOCS_PATH, async (_, reply) => reply.redirect(`${DOCS_PATH}/`))
  app.get(`${DOCS_PATH}/*`, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    // Each file has one address, so that none is kept twice.
    if (!DOCS_FILE.test(path)) throw notFound({ what: sharedMessage('THIS_ADDRESS') })
    const answer = kept.get(path) ?? makeFile(path)
    kept.set(path, answer)
    answer.catch(() => kept.delete(path))
    return sendAnswer(request, reply, await answer)
  })
}
