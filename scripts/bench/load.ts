import { connect } from 'node:net'
import { percentile } from '../figures.ts'

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
  p99Ms: number
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'
/** A server that does not answer for this long is taken to hang. */
const TIMEOUT_MS = 60_000

/** Reads one answer and gives its status when it is complete: enough of HTTP/1.1 for answers that come one at a time. */
function answerReader() {
  let head: Buffer | undefined
  let status: number | undefined
  let missing = 0
  let chunked = false
  let tail = ''
  const takeBody = (bytes: Buffer) => {
    missing -= bytes.length
    if (chunked)
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
    return (chunked ? tail === LAST_CHUNK : missing <= 0) ? status : undefined
  }
  return (bytes: Buffer) => {
    if (status !== undefined) return takeBody(bytes)
    head = head ? Buffer.concat([head, bytes]) : bytes
    const end = head.indexOf(HEAD_END)
    if (end < 0) return undefined
    const text = head.toString('latin1', 0, end)
    status = Number(text.slice(9, 12))
    chunked = /\ntransfer-encoding: *chunked/i.test(text)
    missing = Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
    return takeBody(head.subarray(end + HEAD_END.length))
  }
}

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
      const status = read(bytes)
      if (status === undefined) return
      done(status, performance.now() - sentAt)
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
