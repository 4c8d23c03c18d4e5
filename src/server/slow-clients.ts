import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files: slow networks get more time, as long as something comes. */
    upload?: boolean
  }
}

/** How long a body may take (reliability promises §22). */
const limits = {
  bodyMs: 15 * SECOND_MS,
  uploadMs: 15 * MINUTE_MS,
  /** An upload without progress for this long is over. */
  stalledMs: 20 * SECOND_MS,
  /** On average, once an upload has run for `stalledMs`. */
  minBytesPerSecond: 10_000,
  checkMs: SECOND_MS,
}
export const UPLOAD_MAX_MS = limits.uploadMs

/** Is there a body to come? */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends the connection of a client that does not get its body sent, so that it holds nothing up. */
export function cutSlowClients(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  const { bodyMs, uploadMs, stalledMs, minBytesPerSecond, checkMs } = { ...limits, ...given }

  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    // A page's call into the API comes without a connection, and as a whole.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return done()
    const isUpload = request.routeOptions.config.upload === true
    const start = { at: performance.now(), bytes: raw.socket.bytesRead }
    let last = start

    const isTooSlow = () => {
      const now = { at: performance.now(), bytes: raw.socket.bytesRead }
      const elapsedMs = now.at - start.at
      if (!isUpload) return elapsedMs > bodyMs
      if (now.bytes > last.bytes) last = now
      if (elapsedMs > uploadMs || now.at - last.at > stalledMs) return true
      return elapsedMs > stalledMs && (now.bytes - start.bytes) / (elapsedMs / SECOND_MS) < minBytesPerSecond
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
