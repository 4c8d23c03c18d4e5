import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '#features/auth/server/sessions.ts'
import { sendAnswer } from '#kernel/http/answer-cache/answer.ts'
import { visitorPageKey } from '#kernel/http/answer-cache/visitor-pages.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { isDataUrl, type PageHandler } from './render-page.ts'
import { createShopperPages } from './shopper-page.ts'
import { visitorsPage } from './visitors-page.ts'

/** What the page is kept under for visitors, if somebody asks for it with a shopper's session and no other login. */
function keyOf({ deps: { config } }: FastifyInstance, { method, url = '', headers }: IncomingMessage) {
  const { cookie, authorization } = headers
  const isShoppers =
    (method === 'GET' || method === 'HEAD') &&
    hasSessionCookie(cookie, 'user', config.isHttps) &&
    !hasSessionCookie(cookie, 'seller', config.isHttps) &&
    authorization === undefined &&
    !config.isDevelopment
  return isShoppers && !isDataUrl(url) ? visitorPageKey(url) : undefined
}

/**
 * Answers shoppers with the page of visitors and what is their own in it: at once where that page is kept (ready-answers.ts), and by the
 * function that it gives. False: the page has to be rendered for the request.
 */
export function answerShoppers(app: FastifyInstance, own: OwnHtml) {
  const { sessions } = app.deps
  const shopperPage = createShopperPages(app, own)
  const askedBy = ({ headers }: IncomingMessage, key: string) => {
    const [path = '/'] = key.split('?', 1)
    return { path, accepted: headers['accept-encoding'] }
  }

  async function findReady(request: IncomingMessage, key: string) {
    const session = await sessions.find('user', request.headers.cookie)
    // As of now, since it may show what the shopper has just changed.
    const answer = session?.shopper && app.answers.find(key)
    return answer && shopperPage(answer, { session, ...askedBy(request, key) })
  }
  app.ownAnswers.find = (request) => {
    const key = keyOf(app, request)
    return key !== undefined && app.answers.find(key) ? findReady(request, key) : undefined
  }

  return async (request: FastifyRequest, reply: FastifyReply, handle: PageHandler): Promise<boolean> => {
    const key = keyOf(app, request.raw)
    if (key === undefined) return false
    const session = await sessions.find('user', request.headers.cookie).catch(() => null)
    // Whoever cannot be looked up gets a page that says what it can.
    if (session === null) return false
    const answer = await visitorsPage(app, handle, key, request)
    if (!session?.shopper) {
      await sendAnswer(request, reply, answer)
      return true
    }
    const page = await shopperPage(answer, { session, ...askedBy(request.raw, key) })
    if (!page) return false
    reply.code(page.status).headers(page.headers)
    if (page.encoding) reply.header('content-encoding', page.encoding)
    reply.send(page.body)
    return true
  }
}
