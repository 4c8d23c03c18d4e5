import type {} from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeAnswer, sendAnswer } from './answer.ts'
import type { NotedRead } from './catalogue-reads.ts'
import { keyOf } from './keys.ts'

interface KeptRoute {
  parameters: readonly string[]
  headers: { 'content-type': string; 'cache-control'?: string }
  /** May use nothing of the request but its address. `version`: the catalogue's at the beginning, if known. */
  make: (request: FastifyRequest, version: number | undefined) => Promise<{ text: string; reads?: NotedRead[] }>
  /** Others are answered by `send`, each time anew. */
  isKept?: (request: FastifyRequest) => boolean
  send?: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Options for a route whose answers are kept as long as they are right. */
export function keptRoute(app: FastifyInstance, { parameters, headers, make, isKept, send }: KeptRoute) {
  const names = new Set(parameters)

  async function makeAndSend(request: FastifyRequest, reply: FastifyReply) {
    const key = keyOf(request.url, names)
    const fresh = async (version?: number) => {
      const { text, ...reads } = await make(request, version)
      return { answer: makeAnswer(headers, text), ...reads }
    }
    return sendAnswer(request, reply, key === undefined ? (await fresh()).answer : await app.answers.get(key, fresh))
  }

  return {
    compress: false as const,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      if (send && isKept?.(request) === false) return send(request, reply)
      const kept = app.answers.find(request.url)
      return kept ? sendAnswer(request, reply, kept) : makeAndSend(request, reply)
    },
  }
}
