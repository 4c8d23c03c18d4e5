import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, makeAnswer } from '#kernel/http/answer-cache/answer.ts'
import type { Age, Made } from '#kernel/http/answer-cache/answer-cache.ts'
import { routeOf } from '#kernel/http/request-log.ts'
import { type PageHandler, type RenderedPage, renderPage } from './render-page.ts'

/**
 * What every visitor gets at an address, kept or made now. `key` is what `visitorPageKey` gives for it; nothing else of the request
 * is in the page, so anybody's request may ask. It is the page as of now, which is what somebody who has just changed something
 * expects; for a visitor it may be a second old while the catalogue changes all the time.
 */
export function visitorsPage(
  app: FastifyInstance,
  handle: PageHandler,
  key: string,
  request: FastifyRequest,
  age?: Age,
): Promise<Answer> {
  const visit = { hasSession: false, hasSellerSession: false, isForAll: true }
  const call = { method: 'GET', url: key, headers: {}, visit, request, isKept: true }
  return app.answers.get(key, async () => toAnswer(routeOf(request), await renderPage(app, handle, call)), age)
}

function toAnswer(route: string, { status, headers, cookies, isComplete, body, reads, isLive }: RenderedPage): Made {
  if (cookies.length > 0) throw new Error('a page that is the same for every visitor set a cookie')
  const answer = { ...makeAnswer(route, headers, body), status, isCacheable: isComplete && status === 200 }
  return isLive ? { answer, isLive: true } : { answer, reads }
}
