import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '#features/auth/server/sessions.ts'
import { FORM_CART_COOKIE } from '#features/cart/cart.cookie.ts'
import { notFound } from '#shared/app-error.ts'
import { DAY_MS } from '#shared/time.ts'
import { type Answer, makeAnswer, sendAnswer } from './answer-cache/answer.ts'
import { isFromVisitor, visitorPageKey } from './answer-cache/visitor-pages.ts'
import type { Config } from './config.ts'
import { inTurn } from './heavy-work.ts'
import { takeForms } from './page-forms.ts'
import { type FindPage, pagePatterns } from './page-patterns.ts'
import { scriptMark } from './page-scripts.ts'
import { type PageCall, type PageHandler, type RenderedPage, renderPage } from './render-page.ts'
import { routeOf } from './request-log.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const clientFolder = path.join(root, 'build/pages/client')
const picturesFolder = path.join(root, 'build/pictures')
const ONE_YEAR_MS = 365 * DAY_MS

type GetHandler = () => Promise<PageHandler>

const settingsForPages = ({ storeName, publicUrl, supportEmail, shipTo, payment, social, legal }: Config) => ({
  storeName,
  publicUrl,
  supportEmail,
  shipTo,
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
    // Pictures by the names they are given, and nothing else that may lie there.
    allowedPath: (file) => /^\/?[\w-]+\/\d+\.(?:webp|avif)$/.test(file),
    decorateReply: false,
    index: false,
    ...immutable,
  })
  let getHandler: GetHandler
  let findPage: FindPage | undefined
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
      return build.entry.module.createPageHandler(build, 'development', settings, scriptMark)
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
    const handler: PageHandler = build.entry.module.createPageHandler(build, 'production', settings, scriptMark)
    getHandler = async () => handler
    findPage = pagePatterns(build.routes)
  }

  await servePages(app, getHandler, findPage)
}

/** Answers every address that is left with the page that `getHandler` gives; visitors' pages are kept. */
export async function servePages(app: FastifyInstance, getHandler: GetHandler, findPage?: FindPage) {
  await app.register(async (pages) => {
    takeForms(pages)
    pages.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: (request, reply) => {
        const page = findPage?.(request.url)
        request.pagePattern = page?.pattern
        const kept = isFromVisitor(request) ? app.answers.find(request.url) : undefined
        if (kept) return sendAnswer(request, reply, kept)
        const make = () => makePage(app, getHandler, request, reply)
        // An address that fits no pattern may be any page, written in an unusual way.
        const isHeavy = findPage !== undefined && (page?.isHeavy ?? true) && isSomebodys(visitOf(app, request))
        return isHeavy ? inTurn(app, request, reply, make) : make()
      },
    })
  })
}

const visitOf = ({ deps: { config } }: FastifyInstance, { headers }: FastifyRequest) => ({
  hasSession: hasSessionCookie(headers.cookie, 'user', config.isHttps),
  hasSellerSession: hasSessionCookie(headers.cookie, 'seller', config.isHttps),
})

const isSomebodys = ({ hasSession, hasSellerSession }: ReturnType<typeof visitOf>) => hasSession || hasSellerSession

async function makePage(app: FastifyInstance, getHandler: GetHandler, request: FastifyRequest, reply: FastifyReply) {
  if (isMissingFile(request)) throw notFound('This file')
  const { config } = app.deps
  const handle = await getHandler()
  // While developing, pages change without the catalogue.
  const key = isFromVisitor(request) && !config.isDevelopment ? visitorPageKey(request.url) : undefined
  if (key !== undefined) {
    // Made for its address alone: nothing of whoever came first is in it.
    const visit = { hasSession: false, hasSellerSession: false }
    const call: PageCall = { method: 'GET', url: key, headers: {}, visit, request }
    const answer = await app.answers.get(key, async () =>
      toAnswer(routeOf(request), await renderPage(app, handle, call)),
    )
    return sendAnswer(request, reply, answer) ?? reply
  }
  const visit = visitOf(app, request)
  const { method, url, headers, body } = request
  const call = { method, url, headers, visit, request, ...(body instanceof Uint8Array ? { body } : {}) }
  const page = await renderPage(app, handle, call)
  for (const cookie of page.cookies) reply.header('set-cookie', cookie)
  // Personal pages are kept nowhere; a visitor's may be kept by the browser, for the way back.
  const isPersonal = isSomebodys(visit) || headers.cookie?.includes(FORM_CART_COOKIE)
  reply.header('cache-control', isPersonal || method === 'POST' ? 'no-store' : 'no-cache')
  return reply.code(page.status).headers(page.headers).send(page.body)
}

function toAnswer(route: string, { status, headers, cookies, isWhole, body }: RenderedPage): Answer {
  if (cookies.length > 0) throw new Error('a page that is the same for every visitor set a cookie')
  return { ...makeAnswer(route, headers, body), status, isWhole: isWhole && status === 200 }
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
