import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Has the shop been told to stop? And how many requests it has taken and not answered. */
    drain: { isOn: boolean; open: number }
  }
}

/** Promised: 300 to 500 ms of answering on, 10 s in all (reliability promises §20). */
const limits = {
  /** So that a proxy notices and sends nobody here any more. */
  noticeMs: 400,
  /** Who has connected by then has this long to send a request. */
  lingerMs: 300,
  /** After that, in all, whoever has not sent or taken everything is cut off. */
  answersMs: 8 * SECOND_MS,
  checkMs: 20,
}

const SHORT_TURN_MS = 0.5
const SHORT_TURN_WAIT_MS = 500

/** Counts open requests and, once the shop drains, has every client leave after its answer. */
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
 * Says that it is not ready, answers on for a moment, takes no more connections, finishes what was begun and closes the app. Idle
 * connections, and clients that never finish a request, do not hold it up. The second call changes nothing.
 */
export async function drain(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  const { noticeMs, lingerMs, answersMs, checkMs } = { ...limits, ...given }
  if (app.drain.isOn) return
  app.drain.isOn = true
  const deadline = performance.now() + answersMs
  await setTimeout(noticeMs)
  await nobodyAtTheDoor(app, deadline)
  // The listening socket only: http's own close() would end connections whose first request is still on its way.
  Server.prototype.close.call(app.server)
  await setTimeout(lingerMs)
  while (app.drain.open > 0 && performance.now() < deadline) await setTimeout(checkMs)
  if (app.drain.open > 0) app.log.warn({ open: app.drain.open }, 'requests were cut off: they took too long')
  app.server.closeAllConnections()
  await app.close()
}

/**
 * A connection that waits to be taken when the door closes is reset. Node takes one a turn: waits for a turn without one, and so
 * short that nobody came after the look at the door. A shop that has no short turn for a while closes after one without a connection.
 */
async function nobodyAtTheDoor(app: FastifyInstance, deadline: number) {
  let somebodyCame = false
  const note = () => {
    somebodyCame = true
  }
  app.server.on('connection', note)
  const begin = performance.now()
  for (;;) {
    somebodyCame = false
    const turnBegan = performance.now()
    await setImmediate()
    const now = performance.now()
    const isShort = now - turnBegan < SHORT_TURN_MS || now - begin > SHORT_TURN_WAIT_MS
    if ((!somebodyCame && isShort) || now > deadline) break
  }
  app.server.off('connection', note)
}
