import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { undoLater } from '#testing/undo.ts'
import { watchForErrors } from './in-page.ts'

/** Where the pages report their errors. */
const TOLD = '/told-to-the-door'

/** Changes to what comes to the browser, by its kind. */
export interface Changes {
  /** Runs before everything else in each page. */
  script?: string
  html?: (html: string) => string
  css?: (css: string) => string
}

const kindOf = (headers: IncomingHttpHeaders) => {
  const type = headers['content-type'] ?? ''
  return type.includes('text/html') ? 'html' : type.includes('text/css') ? 'css' : undefined
}

/** The page's policy, extended by this script. */
const allowing = (policy: string, script: string) => {
  const hash = createHash('sha256').update(script).digest('base64')
  return policy.replace(/script-src(?: 'none')?/, `script-src 'sha256-${hash}'`)
}

/**
 * An HTTP server between one browser and the shop. It watches, slows down and limits all engines alike, and each page reports its errors to
 * it.
 */
export async function openDoor(origin: string, always: Changes = {}) {
  let changes = always
  let refusesCookies = false
  const errors: string[] = []
  const cookies: string[] = []
  const held: { pattern: RegExp; released: Promise<void> }[] = []

  const scriptOf = () =>
    `${changes.script ?? ''};(${watchForErrors})(${JSON.stringify(TOLD)});document.currentScript.remove()`

  async function answerWith(answer: IncomingMessage, reply: ServerResponse) {
    const headers = { ...answer.headers }
    if (refusesCookies) delete headers['set-cookie']
    cookies.push(...(headers['set-cookie'] ?? []))
    const kind = kindOf(headers)
    if (!kind) {
      reply.writeHead(answer.statusCode ?? 502, headers)
      return answer.pipe(reply)
    }
    let body = await text(answer)
    if (kind === 'css') body = changes.css?.(body) ?? body
    else {
      const script = scriptOf()
      body = (changes.html?.(body) ?? body).replace(/<head[^>]*>/, (head) => `${head}<script>${script}</script>`)
      const policy = headers['content-security-policy']
      if (typeof policy === 'string') headers['content-security-policy'] = allowing(policy, script)
    }
    delete headers['content-length']
    delete headers.etag
    reply.writeHead(answer.statusCode ?? 502, headers)
    reply.end(answer.statusCode === 304 ? undefined : body)
  }

  const server = createServer(async (request, reply) => {
    const { method = 'GET', url = '/', headers } = request
    if (url === TOLD) {
      errors.push(await text(request))
      return reply.writeHead(204).end()
    }
    await Promise.all(held.filter(({ pattern }) => pattern.test(url)).map(({ released }) => released))
    const { cookie, origin: from, 'if-none-match': _, ...others } = headers
    // The shop takes requests of its own pages only, and knows one address of its own.
    const asked = from === undefined ? {} : { origin: from === own ? origin : from }
    const onward = {
      ...others,
      ...asked,
      host: new URL(origin).host,
      'accept-encoding': 'identity',
      ...(cookie && !refusesCookies ? { cookie } : {}),
    }
    const call = send(new URL(url, origin), { method, headers: onward, agent: false }, (answer) =>
      answerWith(answer, reply),
    )
    call.once('error', () => reply.destroy())
    request.pipe(call)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undoLater(() => server.closeAllConnections())
  undoLater(() => server.close())
  const { port } = server.address() as AddressInfo
  const own = `http://127.0.0.1:${port}`

  return {
    origin: own,
    /** Errors since the last call. */
    takeErrors: () => errors.splice(0),
    /** The `Set-Cookie` lines since the last call. */
    takeCookies: () => cookies.splice(0),
    change: (more: Changes) => {
      changes = { ...always, ...more }
    },
    refuseCookies: (refuses: boolean) => {
      refusesCookies = refuses
    },
    /** Keeps back requests to such an address until the returned function is called. */
    hold: (pattern: RegExp) => {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      const one = { pattern, released }
      held.push(one)
      return () => {
        held.splice(held.indexOf(one), 1)
        resolve()
      }
    },
  }
}
export type Door = Awaited<ReturnType<typeof openDoor>>
