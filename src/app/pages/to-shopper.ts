import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from '#kernel/answers/answer-cache/answer.ts'
import { visitorPageKey } from '#kernel/answers/answer-cache/visitor-pages.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { isDataUrl, type PageHandler } from './render-page.ts'
import { createShopperPages } from './shopper-page.ts'
import { visitorsPage } from './visitors-page.ts'

function keyOf({ deps: { config, sessions } }: FastifyInstance, { method, url = '', headers }: IncomingMessage) {
  const { cookie, authorization } = headers
  const [first, ...others] = sessions.cookiesIn(cookie)
  const isShoppers =
    (method === 'GET' || method === 'HEAD') &&
    first === 'user' &&
    others.length === 0 &&
    authorization === undefined &&
    !config.isDevelopment
  return isShoppers && !isDataUrl(url) ? visitorPageKey(url) : undefined
}

/** Answers shoppers with the visitors' page of now and their own words in it; false when the page has to be rendered. */
export function answerShoppers(app: FastifyInstance, own: OwnHtml) {
  const { sessions } = app.deps
  const shopperPage = createShopperPages(app, own)
  return async (request: FastifyRequest, reply: FastifyReply, handle: PageHandler): Promise<boolean> => {
    const key = keyOf(app, request.raw)
    if (key === undefined) return false
    const session = await sessions.find('user', request.headers.cookie).catch(() => null)
    // Without a session that can be read, the rendered page says what it can.
    if (session === null) return false
    const answer = await visitorsPage(app, handle, key, request)
    if (!session?.shopper) {
      await sendAnswer(request, reply, answer)
      return true
    }
    const [path = '/'] = key.split('?', 1)
    const page = await shopperPage(answer, { session, path, accepted: request.headers['accept-encoding'] })
    if (!page) return false
    const { etag: _, ...headers } = answer.headers
    reply.code(answer.status).headers({ ...headers, 'cache-control': 'no-store' })
    if (page.isGzip) reply.header('content-encoding', 'gzip')
    reply.send(page.body)
    return true
  }
}
