import type {} from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromSnapshot } from '#kernel/db/snapshot.ts'
import { routeOf } from '#kernel/http/request-log.ts'
import { makeAnswer, sendAnswer } from './answer.ts'
import { keyOf } from './keys.ts'

/** Header that tells a page of ours, within the process, that an answer depends on the catalogue. */
export const CATALOGUE_READ = 'x-haat-catalogue-read'

interface KeptRoute {
  /** The parameters that make another answer; the rest of a query is ignored. */
  parameters: readonly string[]
  /** With the content type. */
  headers: { 'content-type': string; 'cache-control'?: string }
  /** May use nothing of the request but its address. */
  make: (request: FastifyRequest) => Promise<string>
}

/** Options of a route whose answers are kept until the catalogue changes. */
export function keptRoute(app: FastifyInstance, { parameters, headers, make }: KeptRoute) {
  const names = new Set(parameters)

  async function makeAndSend(request: FastifyRequest, reply: FastifyReply) {
    const key = keyOf(request.url, names)
    const fresh = async () => makeAnswer(routeOf(request), headers, await make(request))
    const answer = key === undefined ? await fresh() : await app.answers.get(key, fresh)
    return sendAnswer(request, reply, answer) ?? reply
  }

  return {
    // Kept answers bring their compressed forms along.
    compress: false as const,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      // A page of ours makes sure itself that all it reads is of one version.
      if (request.isInProcess) {
        reply.headers({ ...headers, [CATALOGUE_READ]: '1' })
        return fromSnapshot(() => make(request))
      }
      const kept = app.answers.find(request.url)
      return kept ? sendAnswer(request, reply, kept) : makeAndSend(request, reply)
    },
  }
}
