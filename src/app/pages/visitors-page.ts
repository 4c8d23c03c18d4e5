import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, makeAnswer } from '#kernel/answers/answer-cache/answer.ts'
import type { Age, Made } from '#kernel/answers/answer-cache/answer-cache.ts'
import { type PageHandler, type RenderedPage, renderPage } from './render-page.ts'

/** The page of every visitor under this key, kept or made now. It holds nothing else of the request. By default it is the page of now. */
export function visitorsPage(
  app: FastifyInstance,
  handle: PageHandler,
  key: string,
  request: FastifyRequest,
  age?: Age,
): Promise<Answer> {
  const visit = { sessions: [], isForAll: true }
  const call = { method: 'GET', url: key, headers: {}, visit, request, isKept: true }
  return app.answers.get(key, async () => toAnswer(await renderPage(app, handle, call)), age)
}

function toAnswer({ status, headers, cookies, isComplete, body, reads, isLive }: RenderedPage): Made {
  if (cookies.length > 0) throw new Error('a page that is the same for every visitor set a cookie')
  const answer = { ...makeAnswer(headers, body), status, isCacheable: isComplete && status === 200 }
  return isLive ? { answer, isLive: true } : { answer, reads }
}
