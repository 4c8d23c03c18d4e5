import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '#shared/app-error.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type AdmissionLimits, createAdmission } from './admission.ts'
import { hasBody } from './slow-clients.ts'

declare module 'fastify' {
  interface FastifyInstance {
    leavePlace: (request: FastifyRequest) => void
  }
  interface FastifyContextConfig {
    /** Answered however busy the shop is: health checks. */
    vital?: boolean
    /** Files have places of their own, so that pictures do not wait for pages. */
    file?: boolean
  }
}

export type OverloadLimits = Partial<Limits>

interface Limits extends AdmissionLimits {
  refusalsPerSecond: number
  longestPauseMs: number
}

const defaults: Limits = {
  // As many as there are connections to PostgreSQL.
  places: 16,
  placeMs: SECOND_MS,
  waitMs: SECOND_MS,
  longestWaitMs: 2 * SECOND_MS,
  turnMs: 20,
  putOffMs: 50,
  refusalsPerSecond: 1000,
  longestPauseMs: SECOND_MS,
}

/** Refuses with 503 what cannot be answered soon. A request counts from its whole body to its answer, so slow clients hold no place. */
export function shedOverload(app: FastifyInstance, given: OverloadLimits = {}) {
  const limits = { ...defaults, ...given }
  const work = createAdmission(limits)
  const files = createAdmission({ ...limits, putOffMs: 0 })
  const refusal = overloaded()
  let paused = 0

  function pause(socket: Socket) {
    paused += 1
    socket.pause()
    const ms = Math.min((paused / limits.refusalsPerSecond) * SECOND_MS, limits.longestPauseMs)
    setTimeout(() => {
      paused -= 1
      socket.resume()
    }, ms).unref()
  }

  const admissionOf = (request: FastifyRequest) => (request.routeOptions.config.file ? files : work)

  function enter(request: FastifyRequest, reply: FastifyReply, go: (error?: Error) => void) {
    admissionOf(request).enter({
      work: request,
      begin: () => go(),
      refuse: () => go(refusal),
      isGone: () => reply.raw.destroyed,
    })
  }

  const isExempt = (request: FastifyRequest) => request.routeOptions.config.vital === true || request.isInProcess
  const isUpload = (request: FastifyRequest) => request.routeOptions.config.upload === true

  app.decorate('leavePlace', (request) => admissionOf(request).leave(request))
  app.server.on('connection', () => {
    work.connected()
    files.connected()
  })
  app.addHook('onRequest', (request, reply, go) => {
    if (isExempt(request)) return go()
    if (admissionOf(request).isFull()) {
      const { socket } = request.raw
      if (socket instanceof Socket) reply.raw.once('finish', () => pause(socket))
      return go(refusal)
    }
    if (hasBody(request)) return go()
    enter(request, reply, go)
  })
  app.addHook('preValidation', (request, reply, go) => {
    if (isExempt(request) || isUpload(request) || !hasBody(request)) return go()
    enter(request, reply, go)
  })
  app.addHook('onSend', (request, _, payload, done) => {
    app.leavePlace(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _, done) => {
    app.leavePlace(request)
    done()
  })
}
