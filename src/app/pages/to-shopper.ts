import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '#features/auth/server/sessions.ts'
import { sendAnswer } from '#kernel/http/answer-cache/answer.ts'
import { visitorPageKey } from '#kernel/http/answer-cache/visitor-pages.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { isDataUrl, type PageHandler } from './render-page.ts'
import { createShopperPages } from './shopper-page.ts'
import { visitorsPage } from './visitors-page.ts'

/** Does somebody with a shopper's session, and no other login, ask for a page that is the same for all visitors? */
const keyOf = ({ deps: { config } }: FastifyInstance, { method, url, headers }: FastifyRequest) => {
  const { cookie, authorization } = headers
  const isShoppers =
    (method === 'GET' || method === 'HEAD') &&
    hasSessionCookie(cookie, 'user', config.isHttps) &&
    !hasSessionCookie(cookie, 'seller', config.isHttps) &&
    authorization === undefined &&
    !config.isDevelopment
  return isShoppers && !isDataUrl(url) ? visitorPageKey(url) : undefined
}

/** Answers shoppers with the page of visitors and what is their own in it. False: the page has to be rendered for the request. */
export function answerShoppers(app: FastifyInstance, own: OwnHtml) {
  const shopperPage = createShopperPages(app, own)
  return async (request: FastifyRequest, reply: FastifyReply, handle: PageHandler): Promise<boolean> => {
    const key = keyOf(app, request)
    if (key === undefined) return false
    const session = await app.deps.sessions.find('user', request.headers.cookie).catch(() => null)
    // Whoever cannot be looked up gets a page that says what it can.
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
    if (page.encoding) reply.header('content-encoding', page.encoding)
    reply.send(page.body)
    return true
  }
}
