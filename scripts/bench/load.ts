import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { percentile } from '../figures.ts'

export interface Load {
  port: number
  connections: number
  ms: number
  /** Ends the load earlier, after so many requests. */
  atMost?: number
  /** The next whole request of a connection. */
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

/** A request at a fixed time, in ms from the start. */
export interface Planned {
  atMs: number
  kind: string
  request: Buffer
}

export interface Outcome {
  kind: string
  /** Undefined: no answer came. */
  status: number | undefined
  /** From the planned time to the whole answer: the time that a visitor waits. */
  ms: number
}

/** Nobody waits longer than this. */
const DEADLINE_MS = 60_000
const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** Gives the status once an answer is complete: enough of HTTP/1.1 for answers one at a time. */
function answerReader() {
  let head: Buffer | undefined
  let answer: { status: number; closes: boolean } | undefined
  let missing = 0
  let chunked = false
  let tail = ''
  const takeBody = (bytes: Buffer) => {
    missing -= bytes.length
    if (chunked)
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
    return (chunked ? tail === LAST_CHUNK : missing <= 0) ? answer : undefined
  }
  return (bytes: Buffer) => {
    if (answer) return takeBody(bytes)
    head = head ? Buffer.concat([head, bytes]) : bytes
    const end = head.indexOf(HEAD_END)
    if (end < 0) return undefined
    const text = head.toString('latin1', 0, end)
    answer = { status: Number(text.slice(9, 12)), closes: /\nconnection: *close/i.test(text) }
    chunked = /\ntransfer-encoding: *chunked/i.test(text)
    missing = Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
    return takeBody(head.subarray(end + HEAD_END.length))
  }
}

function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => {})
  return {
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
    /** Gives the answer's status, or undefined when none came. */
    send: (request: Buffer) =>
      new Promise<number | undefined>((resolve) => {
        const read = answerReader()
        const end = (status?: number) => {
          clearTimeout(deadline)
          socket.off('data', hear).off('close', fail)
          resolve(status)
        }
        const fail = () => end()
        const hear = (bytes: Buffer) => {
          const answer = read(bytes)
          if (answer?.closes) socket.destroy()
          if (answer) end(answer.status)
        }
        const deadline = globalThis.setTimeout(() => socket.destroy(), DEADLINE_MS)
        socket.on('data', hear).on('close', fail)
        socket.write(request)
      }),
  }
}

/**
 * Keeps a server busy. This generator costs less than the server, which so stays the bottleneck, and each connection has its own shopper.
 * Throws when the server closes a connection.
 */
export async function measureLoad({ port, connections, ms, atMost, next }: Load): Promise<Measured> {
  const times: number[] = []
  let failed = 0
  let left = atMost ?? Number.POSITIVE_INFINITY
  const startedAt = performance.now()
  async function drive(connection: number) {
    const { send, close } = openConnection(port)
    while (left-- > 0 && performance.now() < startedAt + ms) {
      const sentAt = performance.now()
      const status = await send(next(connection))
      if (status === undefined) throw new Error('the server closed the connection')
      times.push(performance.now() - sentAt)
      if (status !== 200) failed += 1
    }
    close()
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => drive(connection)))
  const seconds = (performance.now() - startedAt) / 1000
  return { requests: times.length, failed, perSecond: times.length / seconds, ...percentilesOf(times) }
}

export function percentilesOf(times: readonly number[]) {
  const sorted = Float64Array.from(times).sort()
  return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95), p99Ms: percentile(sorted, 0.99) }
}

/** Sends each request at its time, whether or not earlier ones were answered. Ends when all were, or are lost. */
export async function sendPlanned(port: number, plan: readonly Planned[]): Promise<Outcome[]> {
  let free: ReturnType<typeof openConnection>[] = []
  const startedAt = performance.now()
  async function sendOne({ atMs, kind, request }: Planned) {
    const connection = free.pop() ?? openConnection(port)
    const status = await connection.send(request)
    if (connection.isOpen()) free.push(connection)
    return { kind, status, ms: performance.now() - startedAt - atMs }
  }
  const sent: Promise<Outcome>[] = []
  for (const planned of plan) {
    const left = startedAt + planned.atMs - performance.now()
    if (left > 0) await setTimeout(left)
    free = free.filter(({ isOpen }) => isOpen())
    sent.push(sendOne(planned))
  }
  const outcomes = await Promise.all(sent)
  for (const { close } of free) close()
  return outcomes
}

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
