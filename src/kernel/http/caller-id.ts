import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    callerId: CallerId
  }
}

/** Lets a page's call into the API carry the request id of the page; a secret keeps others from setting one. */
export interface CallerId {
  /** Headers of an in-process call. */
  headersFor: (id: string) => Record<string, string>
  /** The request id in the headers of an in-process call; undefined for a call from outside. */
  idOf: (headers: IncomingHttpHeaders) => string | undefined
}

export function createCallerId(): CallerId {
  const header = 'x-haat-caller'
  const mark = `${randomBytes(16).toString('hex')} `
  return {
    headersFor: (id) => ({ [header]: mark + id }),
    idOf(headers) {
      const value = headers[header]
      return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined
    },
  }
}
