import { once } from 'node:events'
import {
  type Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { SECOND_MS } from '#shared/time.ts'
import { undoLater } from './undo.ts'

const ANSWER_DEADLINE_MS = 30 * SECOND_MS

export interface Call {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** Without one each call has a connection of its own. */
  agent?: Agent
}

/** One HTTP request. Throws when it is not answered to the end. */
export function ask(origin: string, url: string, { method = 'GET', headers = {}, body, agent }: Call = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: IncomingHttpHeaders
    body: string
  }>()
  const json = body === undefined ? undefined : JSON.stringify(body)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const options = { method, headers: { ...type, ...headers }, agent: agent ?? false, timeout: ANSWER_DEADLINE_MS }
  const call = send(new URL(url, origin), options, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    answer.once('error', reject)
  })
  call.once('timeout', () => call.destroy(new Error('no answer')))
  call.once('error', reject)
  call.end(json)
  return promise
}

/** Is this address answered with 200? */
export const isOk = (origin: string, url: string) =>
  ask(origin, url).then(
    ({ status }) => status === 200,
    () => false,
  )

export const isReady = ({ origin }: { origin: string }) => isOk(origin, '/readyz')

/** A proxy that gives its requests to the processes in turn. `pass` hands on the body of an answer. */
export async function startProxy(
  origins: readonly string[],
  pass: (answer: IncomingMessage, reply: ServerResponse) => unknown = (answer, reply) => answer.pipe(reply),
) {
  let turn = 0
  const server = createServer((request, reply) => {
    turn = (turn + 1) % origins.length
    const { method = 'GET', url = '/', headers } = request
    const onward = send(new URL(url, origins[turn]), { method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      pass(answer, reply)
    })
    onward.once('error', () => reply.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undoLater(() => server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** A browser: keeps its cookies, throws for an answer that is no success. */
export function cookieJar(origin: string) {
  const cookies = new Map<string, string>()
  return async (url: string, call: Call = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(origin, url, { ...call, headers: { ...(cookie ? { cookie } : {}), ...call.headers } })
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return { ...JSON.parse(answer.body), status: answer.status }
  }
}
