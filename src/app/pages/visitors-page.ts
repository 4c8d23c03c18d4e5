import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, makeAnswer } from '#kernel/http/answer-cache/answer.ts'
import { routeOf } from '#kernel/http/request-log.ts'
import { type PageHandler, type RenderedPage, renderPage } from './render-page.ts'

/**
 * What every visitor gets at an address, kept or made now. `key` is what `visitorPageKey` gives for it; nothing else of the request
 * is in the page, so anybody's request may ask.
 */
export function visitorsPage(
  app: FastifyInstance,
  handle: PageHandler,
  key: string,
  request: FastifyRequest,
): Promise<Answer> {
  const visit = { hasSession: false, hasSellerSession: false, isForAll: true }
  const call = { method: 'GET', url: key, headers: {}, visit, request }
  return app.answers.get(key, async () => toAnswer(routeOf(request), await renderPage(app, handle, call)))
}

function toAnswer(route: string, { status, headers, cookies, isComplete, body }: RenderedPage): Answer {
  if (cookies.length > 0) throw new Error('a page that is the same for every visitor set a cookie')
  return { ...makeAnswer(route, headers, body), status, isCacheable: isComplete && status === 200 }
}
