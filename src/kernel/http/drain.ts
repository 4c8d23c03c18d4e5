import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isOn`: the shop was told to stop. `open`: requests taken and not answered yet. `hold`: answers wait for it. */
    drain: { isOn: boolean; open: number; hold?: Promise<void> }
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

/** No client came for so long: none is on its way. */
const QUIET_MS = 20
/** Answers are held back for no longer than this. */
const MAX_HOLD_MS = 200

/** Counts open requests and, once the shop drains, closes each connection after its answer. */
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
  const hold = Promise.withResolvers<void>()
  app.drain.hold = hold.promise
  await waitForQuietListener(app, hold.resolve, deadline)
  // The listening socket only: http's own close() would end connections whose first request is still on its way.
  Server.prototype.close.call(app.server)
  hold.resolve()
  await setTimeout(lingerMs)
  // What came while this process had to wait for the processor is read in this turn.
  await setImmediate()
  while (app.drain.open > 0 && performance.now() < deadline) await setTimeout(checkMs)
  if (app.drain.open > 0) app.log.warn({ open: app.drain.open }, 'requests were cut off: they took too long')
  app.server.closeAllConnections()
  await app.close()
}

/**
 * Connections that are still waiting when the listening socket closes are reset. Clients that ask again and again come back after each
 * answer; so answers are held back until nobody has come for a moment. Where somebody always does, it waits for a turn of the event loop
 * without a connection: Node accepts one a turn, so none is waiting then.
 */
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
    // What came while this process had to wait for the processor is accepted in this turn.
    await setImmediate()
  } while (hasConnected && performance.now() < deadline)
  app.server.off('connection', note)
}
