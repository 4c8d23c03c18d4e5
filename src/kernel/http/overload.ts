import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '#shared/app-error.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type AdmissionLimits, createAdmission } from './admission.ts'
import { hasBody } from './slow-clients.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The request goes on without counting among those that are worked on. */
    leavePlace: (request: FastifyRequest) => void
  }
  interface FastifyContextConfig {
    /** Answered however busy the shop is: health checks. */
    vital?: boolean
    /** A file. It has a queue and places of its own, so that pictures do not wait for all the pages that were asked for before. */
    file?: boolean
  }
}

export type OverloadLimits = Partial<Limits>

interface Limits extends AdmissionLimits {
  /** Refused connections are paused so that all of them together ask no more often than this. */
  refusalsPerSecond: number
  longestPauseMs: number
}

const defaults: Limits = {
  // As many as there are connections to PostgreSQL: more would wait for one of those.
  places: 16,
  placeMs: SECOND_MS,
  waitMs: SECOND_MS,
  longestWaitMs: 2 * SECOND_MS,
  turnMs: 20,
  putOffMs: 50,
  refusalsPerSecond: 1000,
  longestPauseMs: SECOND_MS,
}

/**
 * Answers as many requests as can be answered soon and refuses the rest with 503 before any work is done for them. A request
 * counts from when its body is there until its answer is ready, so slow clients hold no place; uploads are not counted. Calls
 * of an admitted page into the API pass.
 */
export function shedOverload(app: FastifyInstance, given: OverloadLimits = {}) {
  const limits = { ...defaults, ...given }
  const work = createAdmission(limits)
  // Files are quick, so they are not put off while connections come in.
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
