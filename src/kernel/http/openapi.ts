import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound, tooMany, tooMuchAtOnce } from '#shared/app-error.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Answer, makeAnswer, sendAnswer } from './answer-cache/answer.ts'
import type { Role } from './session.ts'

const errorAnswer = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})

/** JSON Schema of the wire form; `unrepresentable` parts (anything goes) become {}. */
const schemaOf = (schema: z.ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

const parametersOf = (schema: z.ZodType | undefined, where: 'path' | 'query' | 'header') => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

function describe({ endpoint, cookieNames }: { endpoint: Endpoint; cookieNames: Record<Role, string> }) {
  const failures = new Map<number, string[]>()
  const fail = (status: number, text: string) => failures.set(status, [...(failures.get(status) ?? []), text])
  if (endpoint.body || endpoint.query) fail(400, 'Bad input: see `fields`')
  if (endpoint.access !== 'public') fail(401, 'Not logged in')
  if (endpoint.rate) fail(429, tooMany.code)
  if (endpoint.isHeavy) fail(429, tooMuchAtOnce.code)
  for (const { code, status } of endpoint.errors ?? []) fail(status, code)
  const success = schemaOf(endpoint.response)
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.access === 'public' ? {} : { security: [{ [cookieNames[endpoint.access]]: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(endpoint.body ? { requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body)) } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: jsonContent({
          ...success,
          properties: { success: { const: true }, ...success.properties },
          required: ['success', ...(success.required ?? [])],
        }),
      },
      ...Object.fromEntries(
        [...failures].map(([status, texts]) => [
          status,
          { description: texts.join(', '), content: jsonContent({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  }
}

interface Shop {
  storeName: string
  cookieNames: Record<Role, string>
}

/** OpenAPI 3.1, made from the contracts of the endpoints that are really served. */
export function openApiDocument(endpoints: readonly Endpoint[], { storeName, cookieNames }: Shop) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe({ endpoint, cookieNames }) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${storeName} API`,
      version: '1',
      description: 'Money is in rupees with at most 2 decimals; times are ISO 8601.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorAnswer) },
      securitySchemes: Object.fromEntries(
        Object.values(cookieNames).map((name) => [name, { type: 'apiKey', in: 'cookie', name }]),
      ),
    },
  }
}

const DOCS_PATH = '/api/docs'
const DOCS_FILE = /^\/api\/docs\/(?:[\w-]+\/)*[\w.-]*$/
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The pages of /api/docs, as an app of its own. */
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

/** /api/openapi.json for programs, /api/docs for people, both made when first asked for. Call it after the endpoints. */
export function apiDescription(app: FastifyInstance) {
  const { sessions, config } = app.deps
  const { storeName } = config
  const cookieNames = { user: sessions.cookieName('user'), seller: sessions.cookieName('seller') }
  let description: string | undefined
  const describeOnce = () => {
    description ??= JSON.stringify(openApiDocument(app.endpoints, { storeName, cookieNames }))
    return description
  }
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(describeOnce()))

  let docs: ReturnType<typeof docsApp> | undefined
  /** The files of the documentation, a dozen, each compressed once. */
  const kept = new Map<string, Promise<Answer>>()
  async function makeFile(path: string) {
    docs ??= docsApp(storeName, describeOnce())
    const { statusCode, headers, rawPayload } = await (await docs).inject(path)
    if (statusCode !== 200) throw notFound('This address')
    const own = { 'content-type': String(headers['content-type']), 'content-security-policy': DOCS_POLICY }
    return makeAnswer(`${DOCS_PATH}/*`, own, rawPayload)
  }
  app.get(DOCS_PATH, async (_, reply) => reply.redirect(`${DOCS_PATH}/`))
  app.get(`${DOCS_PATH}/*`, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    // A file has one address: written in another way it would be kept twice.
    if (!DOCS_FILE.test(path)) throw notFound('This address')
    const answer = kept.get(path) ?? makeFile(path)
    kept.set(path, answer)
    answer.catch(() => kept.delete(path))
    return sendAnswer(request, reply, await answer) ?? reply
  })
}
