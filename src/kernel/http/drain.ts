import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isOn`: the shop was told to stop. `open`: requests taken and not answered yet. */
    drain: { isOn: boolean; open: number }
  }
}

/** Promised: answers for another 300 to 500 ms, and ends within 10 s (docs/promises.md 20). */
const limits = {
  /** Time for a proxy to notice and to send nothing here any more. */
  noticeMs: 400,
  /** Clients that are connected by then have this long to send a request. */
  lingerMs: 300,
  /** After this, clients that have not sent or read everything are cut off. */
  answersMs: 8 * SECOND_MS,
  checkMs: 20,
}

const SHORT_TURN_MS = 0.5
const SHORT_TURN_WAIT_MS = 500

/** Counts open requests and, once the shop drains, closes each connection after its answer. */
export function prepareDrain(app: FastifyInstance) {
  const drain = { isOn: false, open: 0 }
  app.decorate('drain', drain)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.isInProcess) return done()
    drain.open += 1
    reply.raw.once('close', () => {
      drain.open -= 1
    })
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (drain.isOn) reply.header('connection', 'close')
    done(null, payload)
  })
}

/**
 * Says that it is not ready, keeps answering for a moment, closes the listening socket, finishes open requests and closes the app. Idle
 * connections, and clients that never finish a request, do not delay it. A second call changes nothing.
 */
export async function drain(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  const { noticeMs, lingerMs, answersMs, checkMs } = { ...limits, ...given }
  if (app.drain.isOn) return
  app.drain.isOn = true
  const deadline = performance.now() + answersMs
  await setTimeout(noticeMs)
  await waitForQuietListener(app, deadline)
  // The listening socket only: http's own close() would end connections whose first request is still on its way.
  Server.prototype.close.call(app.server)
  await setTimeout(lingerMs)
  while (app.drain.open > 0 && performance.now() < deadline) await setTimeout(checkMs)
  if (app.drain.open > 0) app.log.warn({ open: app.drain.open }, 'requests were cut off: they took too long')
  app.server.closeAllConnections()
  await app.close()
}

/**
 * Connections that are still waiting when the listening socket closes are reset. Node accepts one a turn of the event loop, so this waits
 * for a turn without one that was so short that none can have come since. After 500 ms without such a turn any turn without one will do.
 */
async function waitForQuietListener(app: FastifyInstance, deadline: number) {
  let hasConnected = false
  const note = () => {
    hasConnected = true
  }
  app.server.on('connection', note)
  const begin = performance.now()
  for (;;) {
    hasConnected = false
    const turnBegan = performance.now()
    await setImmediate()
    const now = performance.now()
    const isShort = now - turnBegan < SHORT_TURN_MS || now - begin > SHORT_TURN_WAIT_MS
    if ((!hasConnected && isShort) || now > deadline) break
  }
  app.server.off('connection', note)
}
