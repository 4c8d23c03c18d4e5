import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Trace {
  traceId: string
  spanId: string
  parentSpanId?: string
}

interface Span {
  trace: Trace
  flags: string
}

const TRACE_ID_LENGTH = 32
const SPAN_ID_LENGTH = 16
const STORE_BYTES = 4096
/** Random bytes for many ids at once: one by one they cost twenty times as much. */
let store = ''

function randomHex(length: number) {
  if (store.length < length) store = randomBytes(STORE_BYTES).toString('hex')
  const digits = store.slice(-length)
  store = store.slice(0, -length)
  return digits
}
/** Not sampled: the shop sends spans nowhere. */
const NO_FLAGS = '00'
const format = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SPAN = Symbol('span')

declare module 'node:http' {
  interface IncomingMessage {
    [SPAN]?: Span
  }
}

function startSpan(header: string | string[] | undefined): Span {
  const spanId = randomHex(SPAN_ID_LENGTH)
  const [, version, traceId, parentSpanId, flags, more] = (typeof header === 'string' && format.exec(header)) || []
  // Later versions may say more at the end; version 00 may not.
  if (!traceId || !parentSpanId || !flags || (version === '00' && more !== undefined))
    return { trace: { traceId: randomHex(TRACE_ID_LENGTH), spanId }, flags: NO_FLAGS }
  return { trace: { traceId, spanId, parentSpanId }, flags }
}

function spanOf(request: IncomingMessage) {
  request[SPAN] ??= startSpan(request.headers.traceparent)
  return request[SPAN]
}

/** The trace of a valid `traceparent`, else a new one; the same at every call. */
export function traceOf(request: IncomingMessage): Trace {
  return spanOf(request).trace
}

export function traceparentOf(request: IncomingMessage) {
  const {
    trace: { traceId, spanId },
    flags,
  } = spanOf(request)
  return `00-${traceId}-${spanId}-${flags}`
}
