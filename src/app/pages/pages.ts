import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CART_COOKIE } from '#features/cart/cart.cookie.ts'
import { type DemoPictures, openDemoPictures } from '#features/pictures/server/demo-pictures.ts'
import { PICTURES_FOLDER } from '#features/pictures/server/picture-files.ts'
import { sendAnswer } from '#kernel/answers/answer-cache/answer.ts'
import { isForAnybody, isFromVisitor, visitorPageKey } from '#kernel/answers/answer-cache/visitor-pages.ts'
import type { Config } from '#kernel/config.ts'
import { inTurn } from '#kernel/guard/heavy-work.ts'
import { SHOWN_ELSEWHERE } from '#kernel/guard/security.ts'
import { serveFiles } from '#kernel/http/files.ts'
import { mediaTypes } from '#kernel/storage/storage.ts'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { DAY_MS } from '#shared/time.ts'
import { developmentPages } from './development-pages.ts'
import { takeForms } from './page-forms.ts'
import { type FindPage, pagePatterns } from './page-patterns.ts'
import { scriptMark } from './page-scripts.ts'
import { isDataUrl, type PageHandler, renderPage } from './render-page.ts'
import { answerShoppers } from './to-shopper.ts'
import { visitorsPage } from './visitors-page.ts'
import { webManifest } from './web-manifest.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const clientFolder = path.join(root, 'build/pages/client')
const ONE_YEAR_MS = 365 * DAY_MS
/** Drawings and icons keep their names when they change, which is rare. */
const MONTH_MS = 30 * DAY_MS
const immutable = { immutable: true, maxAge: ONE_YEAR_MS }

type GetHandler = () => Promise<PageHandler>

const settingsForPages = ({ payment, ...config }: Config) => ({
  storeName: config.storeName,
  publicUrl: config.publicUrl,
  supportEmail: config.supportEmail,
  shipTo: config.shipTo,
  deliveryDays: config.deliveryDays,
  returnDays: config.returnDays,
  hasSenderAddress: config.sender.address !== undefined,
  onlinePayment: payment !== undefined,
  sampleRating: config.sampleRating,
  claims: config.claims,
  social: config.social,
  legal: config.legal,
})

/** Serves all other addresses, so register it last: built pages, or Vite's while developing. */
export async function addPages(app: FastifyInstance) {
  const { config } = app.deps
  const demoPictures = await openDemoPictures(app.log)
  const settings = settingsForPages(config)
  const getSettings = () => ({ ...settings, hasDemoAvif: demoPictures.hasAvif() })
  await servePictures(app, demoPictures)
  app.get('/manifest.webmanifest', async (_, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=86400')
      .send(webManifest(config.storeName)),
  )
  let getHandler: GetHandler
  let findPage: FindPage | undefined
  let own: OwnHtml | undefined
  if (config.isDevelopment) {
    getHandler = await developmentPages(app, getSettings)
  } else {
    const assets = path.join(clientFolder, 'assets')
    await serveFiles(app, { root: assets, prefix: '/assets/', preCompressed: true, ...immutable })
    await servePublicFiles(app)
    const build = await import(path.join(root, 'build/pages/server/index.js'))
    const handler: PageHandler = build.entry.module.createPageHandler(build, 'production', getSettings, scriptMark)
    getHandler = async () => handler
    findPage = pagePatterns(build.routes)
    own = build.entry.module.createOwnHtml()
  }

  await servePages(app, getHandler, findPage, own)
}

/** Serves uploaded and demo pictures by their names, and no other file there. */
export async function servePictures(app: FastifyInstance, demoPictures: DemoPictures) {
  const { config } = app.deps
  const uploadsFolder = path.join(path.resolve(config.dataDir), 'media')
  for (const folder of [PICTURES_FOLDER, uploadsFolder]) await mkdir(folder, { recursive: true })
  await app.register(async (media) => {
    media.addHook('preHandler', async (request, reply) => {
      const name = request.url.slice('/media/'.length).split('?', 1)[0] ?? ''
      const content = await demoPictures.make(name)
      const mediaType = mediaTypes[path.extname(name).slice(1)] ?? ''
      if (content) return reply.headers(SHOWN_ELSEWHERE).type(mediaType).send(content)
    })
    await serveFiles(media, {
      root: [PICTURES_FOLDER, uploadsFolder],
      prefix: '/media/',
      isShownElsewhere: true,
      // Photos of returns are for their shopper and the seller alone, certificates of marks for everybody while they are valid.
      allowedPath: (file) => /^\/?(?!return-|mark-)[\w-]+\/\d+\.(?:webp|avif)$/i.test(file),
      ...immutable,
    })
  })
  // Pages rendered before still name the WebP.
  if (!config.isTest) app.deps.jobs.add(demoPictures.job(() => app.answers.forget()))
}

/** Visitors' pages are kept. With `own`, shoppers' pages are made from those; without, each is rendered. */
export async function servePages(app: FastifyInstance, getHandler: GetHandler, findPage?: FindPage, own?: OwnHtml) {
  const answerShopper = own && answerShoppers(app, own)
  await app.register(async (pages) => {
    takeForms(pages)
    pages.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: (request, reply) => {
        const page = findPage?.(request.url)
        request.pagePattern = page?.pattern
        const kept = isCommon(request) ? app.answers.find(request.url, ageFor(request)) : undefined
        if (kept) return sendAnswer(request, reply, kept)
        const make = () => makePage(app, { getHandler, answerShopper }, request, reply)
        // An address that fits no pattern may be any page.
        const isHeavy = findPage !== undefined && (page?.isHeavy ?? true) && isSomebodys(visitOf(app, request))
        // For a form that the router sends, no page is made.
        return isHeavy && !(request.method === 'POST' && isDataUrl(request.url))
          ? inTurn(app, request, reply, make)
          : make()
      },
    })
  })
}

const visitOf = ({ deps }: FastifyInstance, { headers }: FastifyRequest) => ({
  sessions: deps.sessions.cookiesIn(headers.cookie),
  isForAll: false,
})

const isSomebodys = ({ sessions }: ReturnType<typeof visitOf>) => sessions.length > 0

const isCommon = (request: FastifyRequest) => isFromVisitor(request) || isForAnybody(request)
/** Whoever has a session may have just changed something, which must show. */
const ageFor = (request: FastifyRequest) => (isFromVisitor(request) ? 'or a second old' : 'now')

interface PageMakers {
  getHandler: GetHandler
  answerShopper: ReturnType<typeof answerShoppers> | undefined
}

async function makePage(
  app: FastifyInstance,
  { getHandler, answerShopper }: PageMakers,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (isMissingFile(request)) throw notFound({ what: sharedMessage('THIS_FILE') })
  const { config } = app.deps
  const handle = await getHandler()
  const key = isCommon(request) && !config.isDevelopment ? visitorPageKey(request.url) : undefined
  if (key !== undefined)
    return sendAnswer(request, reply, await visitorsPage(app, handle, key, request, ageFor(request)))
  if (await answerShopper?.(request, reply, handle)) return reply
  const visit = visitOf(app, request)
  const { method, url, headers, body } = request
  const call = { method, url, headers, visit, request, isKept: false, ...(body instanceof Uint8Array ? { body } : {}) }
  const page = await renderPage(app, handle, call)
  for (const cookie of page.cookies) reply.header('set-cookie', cookie)
  // Personal pages are kept nowhere; a visitor's may be kept by the browser, for the way back.
  const isPersonal = isSomebodys(visit) || headers.cookie?.includes(CART_COOKIE)
  reply.header('cache-control', isPersonal || method === 'POST' ? 'no-store' : 'no-cache')
  return reply.code(page.status).headers(page.headers).send(page.body)
}

/** A missing picture or script gets a short 404; a person who opened an address gets the 404 page. */
const isMissingFile = (request: FastifyRequest) => {
  const extension = path.extname(request.url.split('?', 1)[0] ?? '')
  return extension !== '' && extension !== '.data' && !request.headers.accept?.includes('text/html')
}

async function servePublicFiles(app: FastifyInstance) {
  const pictures = path.join(clientFolder, 'pictures')
  await serveFiles(app, { root: pictures, prefix: '/pictures/', isShownElsewhere: true, maxAge: MONTH_MS })
  const favicon = await readFile(path.join(clientFolder, 'favicon.svg'))
  app.get('/favicon.svg', async (_, reply) =>
    reply
      .type('image/svg+xml')
      .headers({ 'cache-control': 'public, max-age=86400', ...SHOWN_ELSEWHERE })
      .send(favicon),
  )
  const worker = await readFile(path.join(clientFolder, 'sw.js'))
  // Browsers ask for it anew at each visit, and take its own policy for what it loads.
  app.get('/sw.js', async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'self'" })
      .send(worker),
  )
  app.get('/favicon.ico', async (_, reply) => reply.redirect('/favicon.svg', 301))
}
