import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    callerId: CallerId
  }
}

/** Gives a page's calls into the API the page's request id; a secret keeps outsiders from setting one. */
export interface CallerId {
  headersFor: (id: string) => Record<string, string>
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
