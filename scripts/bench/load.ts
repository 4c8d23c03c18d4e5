import { connect } from 'node:net'
import { percentile } from '../figures.ts'
import { answerReader } from './answer-reader.ts'

export interface Load {
  port: number
  connections: number
  ms: number
  /** Ends the load earlier, after so many requests. */
  atMost?: number
  /** What a connection sends next: a whole request. */
  next: (connection: number) => Buffer
}

export interface Measured {
  requests: number
  /** Answers that were not 200. */
  failed: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

/** A server that does not answer for this long is taken to hang. */
const TIMEOUT_MS = 60_000

/** Sends request after request over one connection as long as `goesOn`. */
function drive(
  { port, next }: Load,
  connection: number,
  goesOn: () => boolean,
  done: (status: number, ms: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let read = answerReader()
    let sentAt = 0
    const send = () => {
      if (!goesOn()) {
        socket.end()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(next(connection))
    }
    socket.setNoDelay()
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer for ${TIMEOUT_MS / 1000} s`)))
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (bytes: Buffer) => {
      const answer = read(bytes)
      if (!answer) return
      done(answer.status, performance.now() - sentAt)
      read = answerReader()
      send()
    })
  })
}

/**
 * Keeps a server busy and measures it, to the microsecond. A generator of our own: it costs a quarter of what the server does,
 * so the server stays the bottleneck, and sends each connection what its own shopper would.
 */
export async function measureLoad(load: Load): Promise<Measured> {
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const done = (status: number, ms: number) => {
    times.push(ms)
    if (status !== 200) failed += 1
  }
  let left = load.atMost ?? Number.POSITIVE_INFINITY
  const goesOn = () => left-- > 0 && performance.now() < startedAt + load.ms
  await Promise.all(Array.from({ length: load.connections }, (_, connection) => drive(load, connection, goesOn, done)))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    failed,
    perSecond: times.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
  }
}

/** A whole request, ready to be sent. */
export function rawRequest(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const lines = Object.entries({
    host: '127.0.0.1',
    accept: '*/*',
    'accept-encoding': 'br, gzip',
    ...(body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
