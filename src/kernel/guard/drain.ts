import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isOn`: the shop was told to stop. `open`: requests not answered yet. `hold`: answers wait for it. */
    drain: { isOn: boolean; open: number; hold?: Promise<void> }
  }
}

/** Promised: answers for another 300 to 500 ms, and ends within 10 s (docs/promises.md 20). */
const limits = {
  noticeMs: 400,
  /** Clients that are connected by then may send a request for so long. */
  lingerMs: 300,
  /** After this, slow clients are cut off. */
  answersMs: 8 * SECOND_MS,
  checkMs: 20,
}

const QUIET_MS = 20
const MAX_HOLD_MS = 200

export function prepareDrain(app: FastifyInstance) {
  const drain: FastifyInstance['drain'] = { isOn: false, open: 0 }
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
    if (drain.hold) void drain.hold.then(() => done(null, payload))
    else done(null, payload)
  })
}

/** Reports not ready, answers a moment longer, closes the listening socket, finishes open requests, closes the app. Safe to call twice. */
export async function drain(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  const { noticeMs, lingerMs, answersMs, checkMs } = { ...limits, ...given }
  if (app.drain.isOn) return
  app.drain.isOn = true
  const deadline = performance.now() + answersMs
  await setTimeout(noticeMs)
  const hold = Promise.withResolvers<void>()
  app.drain.hold = hold.promise
  await waitForQuietListener(app, hold.resolve, deadline)
  // http's own close() would end connections whose first request is still on its way.
  Server.prototype.close.call(app.server)
  hold.resolve()
  await setTimeout(lingerMs)
  await setImmediate()
  while (app.drain.open > 0 && performance.now() < deadline) await setTimeout(checkMs)
  if (app.drain.open > 0) app.log.warn({ open: app.drain.open }, 'requests were cut off: they took too long')
  app.server.closeAllConnections()
  await app.close()
}

/** Closing resets connections that still wait at the socket. So answers are held until nobody has come for a moment, or a turn brings nobody. */
async function waitForQuietListener(app: FastifyInstance, release: () => void, deadline: number) {
  let hasConnected = false
  const note = () => {
    hasConnected = true
  }
  app.server.on('connection', note)
  const holdsUntil = performance.now() + MAX_HOLD_MS
  do {
    hasConnected = false
    const isHolding = performance.now() < holdsUntil
    if (!isHolding) release()
    await setTimeout(isHolding ? QUIET_MS : 0)
    await setImmediate()
  } while (hasConnected && performance.now() < deadline)
  app.server.off('connection', note)
}
