import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '#features/auth/server/sessions.ts'
import type { Fetch } from '#shared/api-client.ts'
import { notFound } from '#shared/app-error.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Config } from './config.ts'
import { FALLBACK_RETRY_SECONDS } from './errors.ts'
import { type PagePatterns, pagePatterns } from './page-patterns.ts'
import { pagePolicy } from './security.ts'
import { traceparentOf } from './trace.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const clientFolder = path.join(root, 'build/pages/client')
const picturesFolder = path.join(root, 'build/pictures')
const ONE_YEAR_MS = 365 * DAY_MS

type PageHandler = (
  request: Request,
  fetchApi: Fetch,
  visit: { hasSession: boolean; hasSellerSession: boolean },
  report: (error: unknown) => void,
) => Promise<Response>

const settingsForPages = ({ storeName, publicUrl, supportEmail, payment, social, legal }: Config) => ({
  storeName,
  publicUrl,
  supportEmail,
  onlinePayment: payment !== undefined,
  social,
  legal,
})

/** Serves the pages: built ones, or through Vite while developing. Register it last: it answers whatever is left. */
export async function addPages(app: FastifyInstance) {
  const { config } = app.deps
  const settings = settingsForPages(config)
  const immutable = { immutable: true, maxAge: ONE_YEAR_MS }

  const uploadsFolder = path.join(path.resolve(config.dataDir), 'media')
  await mkdir(uploadsFolder, { recursive: true })
  await app.register(fastifyStatic, {
    root: [picturesFolder, uploadsFolder],
    prefix: '/media/',
    decorateReply: false,
    index: false,
    ...immutable,
  })
  let getHandler: () => Promise<PageHandler>
  let patternOf: PagePatterns = () => undefined
  if (config.isDevelopment) {
    const { createServer } = await import('vite')
    // The page's updates come through the shop's own port, so that several shops can be worked on at once.
    const vite = await createServer({
      root,
      appType: 'custom',
      server: { middlewareMode: true, ws: { server: app.server } },
    })
    // Before the server closes: it waits for open connections, and pages hold one to Vite.
    app.addHook('preClose', () => vite.close())
    app.addHook('onRequest', (request, reply, next) => {
      if (/^\/(api|media|healthz|readyz|metrics)\b/.test(request.url)) return next()
      vite.middlewares(request.raw, reply.raw, next)
    })
    getHandler = async () => {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build')
      return build.entry.module.createPageHandler(build, 'development', settings)
    }
  } else {
    const assets = path.join(clientFolder, 'assets')
    await app.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      ...immutable,
    })
    await servePublicFiles(app)
    const build = await import(path.join(root, 'build/pages/server/index.js'))
    const handler: PageHandler = build.entry.module.createPageHandler(build, 'production', settings)
    getHandler = async () => handler
    patternOf = pagePatterns(build.routes)
  }

  await app.register(async (pages) => {
    // Forms sent before JavaScript has loaded: the page's action reads the body itself.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    pages.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: async (request, reply) => {
        if (isMissingFile(request)) throw notFound('This file')
        request.pagePattern = patternOf(request.url)
        const calls: PageCalls = { cookies: [], isRefused: false }
        const visit = {
          hasSession: hasSessionCookie(request.headers.cookie, 'user', config.isHttps),
          hasSellerSession: hasSessionCookie(request.headers.cookie, 'seller', config.isHttps),
        }
        const handle = await getHandler()
        const report = (error: unknown) => request.log.error({ err: error }, 'a page failed')
        const fetchApi = inProcessFetch(app, request, calls)
        const response = await handle(toWebRequest(request, config), fetchApi, visit, report)
        // Personal pages are kept nowhere; a visitor's may be kept by the browser, for the way back.
        reply.header('cache-control', visit.hasSession || visit.hasSellerSession ? 'no-store' : 'no-cache')
        return sendPage(reply, response, calls, config)
      },
    })
  })
}

/** A picture or script that is not there answers shortly; a person who typed an address gets the 404 page. */
const isMissingFile = (request: FastifyRequest) => {
  const extension = path.extname(request.url.split('?', 1)[0] ?? '')
  return extension !== '' && extension !== '.data' && !request.headers.accept?.includes('text/html')
}

/** favicon.svg, pictures/…: what stands in public/. */
async function servePublicFiles(app: FastifyInstance) {
  for (const folder of ['pictures']) {
    await app.register(fastifyStatic, {
      root: path.join(clientFolder, folder),
      prefix: `/${folder}/`,
      decorateReply: false,
      index: false,
      maxAge: DAY_MS,
    })
  }
  const favicon = await readFile(path.join(clientFolder, 'favicon.svg'))
  app.get('/favicon.svg', async (_, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(favicon),
  )
  app.get('/favicon.ico', async (_, reply) => reply.redirect('/favicon.svg', 301))
}

/**
 * Addresses in the request come from the settings, never from a header. A shop may have several origins of its own: React Router
 * refuses a form whose Origin is not the request's, so the request gets the one that the form was sent from.
 */
function toWebRequest(request: FastifyRequest, config: Config) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const origin = config.ownOrigins.find((own) => own === request.headers.origin) ?? config.publicUrl
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  return new Request(new URL(request.url, origin), { method: request.method, headers, ...(body ? { body } : {}) })
}

/** What a page's calls into the API mean for the page's own answer. */
interface PageCalls {
  /** Set-Cookie headers to pass on. */
  cookies: string[]
  /** Could a call not be answered just now (503)? */
  isRefused: boolean
}

/** A `fetch` for page loaders: same process, no socket, the caller's cookies, origin, address, request id and trace. */
export function inProcessFetch(app: FastifyInstance, caller: FastifyRequest, calls: PageCalls): Fetch {
  const passedOn = ['cookie', 'origin', 'sec-fetch-site'] as const
  return async (url, init) => {
    const headers: Record<string, string> = {
      [app.callerId.header]: `${app.callerId.secret} ${caller.id}`,
      traceparent: traceparentOf(caller.raw),
    }
    for (const name of passedOn) {
      const value = caller.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    for (const [name, value] of new Headers(init.headers)) headers[name] = value
    const answer = await app.inject({
      method: init.method as 'GET',
      url,
      headers,
      remoteAddress: caller.ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    calls.cookies.push(...[answer.headers['set-cookie'] ?? []].flat())
    calls.isRefused ||= answer.statusCode === 503
    return new Response(answer.body, { status: answer.statusCode })
  }
}

const inlineScript = /<script(?![^>]*\bsrc=)(?![^>]*type="application\/)[^>]*>([\s\S]*?)<\/script>/g

async function sendPage(reply: FastifyReply, response: Response, { cookies, isRefused }: PageCalls, config: Config) {
  // React Router tells of any error of a loader as 500; that the database is away is no fault of ours.
  const status = response.status === 500 && isRefused ? 503 : response.status
  reply.code(status)
  if (status === 503) reply.header('retry-after', String(FALLBACK_RETRY_SECONDS))
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  for (const cookie of [...cookies, ...response.headers.getSetCookie()]) reply.header('set-cookie', cookie)
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    reply.header('content-security-policy', pagePolicy([], config))
    return reply.send(response.body ?? '')
  }
  const html = await response.text()
  const hashes = Array.from(html.matchAll(inlineScript), ([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
  reply.header('content-security-policy', pagePolicy(hashes, config))
  return reply.send(html)
}
