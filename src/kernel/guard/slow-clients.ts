import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files: slow networks get more time as long as something comes. */
    upload?: boolean
  }
}

/** How long a body may take to come, and an answer to be read (docs/promises.md 22). */
const limits = {
  bodyMs: 15 * SECOND_MS,
  uploadMs: 15 * MINUTE_MS,
  stalledMs: 20 * SECOND_MS,
  /** The least average of a transfer that has run for `stalledMs`. */
  minBytesPerSecond: 10_000,
  checkMs: SECOND_MS,
}
export const UPLOAD_MAX_MS = limits.uploadMs

export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

type Pace = Pick<typeof limits, 'stalledMs' | 'minBytesPerSecond'>
/** The average starts again after so many times `stalledMs`, so that a fast beginning does not count for ever. */
const STALLS_IN_AVERAGE = 3

function watchPace({ stalledMs, minBytesPerSecond }: Pace, bytes: number) {
  let start = { at: performance.now(), bytes }
  let last = start
  return (sent: number) => {
    const now = { at: performance.now(), bytes: sent }
    if (now.bytes > last.bytes) last = now
    if (now.at - last.at > stalledMs) return true
    const elapsedMs = now.at - start.at
    if (elapsedMs <= stalledMs) return false
    const perSecond = (now.bytes - start.bytes) / (elapsedMs / SECOND_MS)
    if (elapsedMs > STALLS_IN_AVERAGE * stalledMs) start = now
    return perSecond < minBytesPerSecond
  }
}

/** Ends connections that send their body or read their answer too slowly. */
export function cutSlowClients(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  cutSlowWriters(app, { ...limits, ...given })
  cutSlowReaders(app, { ...limits, ...given })
}

function cutSlowWriters(app: FastifyInstance, { bodyMs, uploadMs, checkMs, ...pace }: typeof limits) {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    // A page's call into the API has no connection and comes as a whole.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return done()
    const isUpload = request.routeOptions.config.upload === true
    const begin = performance.now()
    const isSlow = watchPace(pace, raw.socket.bytesRead)
    const isTooSlow = () => {
      const elapsedMs = performance.now() - begin
      return isUpload ? elapsedMs > uploadMs || isSlow(raw.socket.bytesRead) : elapsedMs > bodyMs
    }
    const timer = setInterval(() => {
      if (!isTooSlow()) return
      request.log.info({ path: request.routeOptions.url }, 'a slow client was cut off')
      raw.destroy()
    }, checkMs)
    const stop = () => clearInterval(timer)
    raw.once('end', stop)
    raw.once('close', stop)
    done()
  })
}

function cutSlowReaders(app: FastifyInstance, { checkMs, ...pace }: typeof limits) {
  const connections = new Map<Socket, ReturnType<typeof watchPace> | undefined>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })

  function look() {
    for (const [socket, isSlow] of connections) {
      if (socket.writableLength === 0) {
        if (isSlow) connections.set(socket, undefined)
        continue
      }
      const sent = bytesSent(socket)
      if (!isSlow) connections.set(socket, watchPace(pace, sent))
      else if (isSlow(sent)) {
        app.log.info({ sent }, 'a slow reader was cut off')
        socket.destroy()
      }
    }
  }
  const timer = setInterval(look, checkMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** `socket.bytesWritten` counts what still waits, and a large piece as a whole; this counts what has left for the network. */
function bytesSent(socket: Socket) {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('bytesWritten' in handle && 'writeQueueSize' in handle))
    return socket.bytesWritten - socket.writableLength
  return Number(handle.bytesWritten) - Number(handle.writeQueueSize)
}
