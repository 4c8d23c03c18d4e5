import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Where a request stands in a trace, as W3C Trace Context has it. */
export interface Trace {
  traceId: string
  spanId: string
  /** The caller's span, when the caller named one. */
  parentSpanId?: string
}

interface Span extends Trace {
  flags: string
}

/** Random bytes from the store that Node keeps for UUIDs: a twentieth of what asking for them singly costs. */
const newTraceId = () => randomUUID().replaceAll('-', '')
const newSpanId = () => newTraceId().slice(16)
/** Not sampled: we do not send spans anywhere. */
const NO_FLAGS = '00'
const format = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const spans = new WeakMap<IncomingMessage, Span>()

function startSpan(header: string | string[] | undefined): Span {
  const spanId = newSpanId()
  const [, version, traceId, parentSpanId, flags, more] = format.exec(typeof header === 'string' ? header : '') ?? []
  // Later versions may say more at the end; version 00 may not.
  if (!traceId || !parentSpanId || !flags || (version === '00' && more !== undefined))
    return { traceId: newTraceId(), spanId, flags: NO_FLAGS }
  return { traceId, spanId, parentSpanId, flags }
}

function spanOf(request: IncomingMessage) {
  const known = spans.get(request)
  if (known) return known
  const span = startSpan(request.headers.traceparent)
  spans.set(request, span)
  return span
}

/** The trace of a request: its caller's when `traceparent` is valid, else a new one. The same each time it is asked. */
export function traceOf(request: IncomingMessage): Trace {
  const { flags, ...trace } = spanOf(request)
  return trace
}

/** The `traceparent` for calls that are made while this request is answered. */
export function traceparentOf(request: IncomingMessage) {
  const { traceId, spanId, flags } = spanOf(request)
  return `00-${traceId}-${spanId}-${flags}`
}
