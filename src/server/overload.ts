import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from '#shared/app-error.ts'
import { hasBody } from './slow-clients.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the shop is: health checks. */
    vital?: boolean
  }
  interface FastifyRequest {
    isWorkedOn: boolean
  }
}

/** What the shop takes on before it refuses (reliability promises §21; figures: docs/decisions/0006). */
const limits = {
  /** Requests worked on at once; the others wait. */
  working: 32,
  /** Who would have to wait longer than this is refused at once. */
  waitMs: 1000,
  /** How long new work is begun within one turn of the event loop. */
  turnMs: 20,
  /** How long work is put off while new connections are coming in. */
  putOffMs: 50,
  /** A connection that was refused is not read for this long: who does not wait is made to. */
  pauseMs: 250,
}
/** What a request is taken to cost before anything was measured. */
const FIRST_GUESS_MS = 4
/** The pace is an average over about so many requests. */
const PACE_WEIGHT = 1 / 50

interface Waiting {
  request: FastifyRequest
  isGone: () => boolean
  since: number
  go: (refusal?: Error) => void
}

/**
 * Answers as many requests as can be answered soon and refuses the rest with 503 before any work is done for them. A request
 * counts from when its body is there until its answer is ready, so slow clients hold no place; uploads are not counted. Calls
 * of an admitted page into the API pass.
 */
export function shedOverload(app: FastifyInstance, given: Partial<typeof limits> = {}) {
  const { working: maxWorking, waitMs, turnMs, putOffMs, pauseMs } = { ...limits, ...given }
  const refusal = overloaded()
  let waiting: Waiting[] = []
  let working = 0
  /** Milliseconds from one answer to the next while others wait. */
  let paceMs = FIRST_GUESS_MS
  let lastAnswer: number | undefined
  /** This turn of the event loop: when it began, and whether it brought a new connection. */
  let turn: { began: number; isCalm: boolean } | undefined
  let putOffSince: number | undefined

  function thisTurn() {
    if (turn) return turn
    turn = { began: performance.now(), isCalm: true }
    setImmediate(endTurn)
    return turn
  }

  /**
   * Node takes one new connection a turn. While they are coming in, turns are kept short by beginning nothing else: a health
   * check does not queue behind work, and those who have gone away meanwhile are known before work is begun for them.
   */
  function endTurn() {
    const isCalm = turn?.isCalm
    turn = undefined
    if (waiting.length === 0) return
    const now = performance.now()
    if (!isCalm) putOffSince ??= now
    if (isCalm || now - (putOffSince ?? now) > putOffMs) {
      putOffSince = undefined
      beginWaiting(now)
    }
    if (waiting.length > 0 && working < maxWorking) thisTurn()
  }

  function beginWaiting(now: number) {
    let taken = 0
    while (working < maxWorking && performance.now() - now < turnMs) {
      const next = waiting[taken]
      if (!next) break
      taken += 1
      if (next.isGone()) continue
      // Nothing was answered for a while: the database may be away.
      if (now - next.since > 2 * waitMs) next.go(refusal)
      else begin(next)
    }
    waiting = waiting.slice(taken)
    if (waiting.length === 0) {
      paceMs = FIRST_GUESS_MS
      lastAnswer = undefined
    }
  }

  function begin({ request, go }: Pick<Waiting, 'request' | 'go'>) {
    working += 1
    request.isWorkedOn = true
    go()
  }

  function finish(request: FastifyRequest) {
    if (!request.isWorkedOn) return
    request.isWorkedOn = false
    working -= 1
    if (waiting.length === 0) return
    const now = performance.now()
    if (lastAnswer !== undefined) paceMs += (now - lastAnswer - paceMs) * PACE_WEIGHT
    lastAnswer = now
    thisTurn()
  }

  const isExempt = (request: FastifyRequest) => request.routeOptions.config.vital === true || request.isInProcess
  const isUpload = (request: FastifyRequest) => request.routeOptions.config.upload === true

  app.decorateRequest('isWorkedOn', false)
  app.server.on('connection', () => {
    thisTurn().isCalm = false
  })

  function enter(request: FastifyRequest, isGone: () => boolean, go: Waiting['go']) {
    const { began, isCalm } = thisTurn()
    const now = performance.now()
    if (waiting.length === 0 && working < maxWorking && isCalm && now - began < turnMs) return begin({ request, go })
    waiting.push({ request, isGone, since: now, go })
  }

  app.addHook('onRequest', (request, reply, go) => {
    if (isExempt(request)) return go()
    if (waiting.length * paceMs > waitMs) {
      const { socket } = request.raw
      if (socket instanceof Socket)
        reply.raw.once('finish', () => {
          socket.pause()
          setTimeout(() => socket.resume(), pauseMs).unref()
        })
      return go(refusal)
    }
    if (hasBody(request)) return go()
    enter(request, () => reply.raw.destroyed, go)
  })
  app.addHook('preValidation', (request, reply, go) => {
    if (isExempt(request) || isUpload(request) || !hasBody(request)) return go()
    enter(request, () => reply.raw.destroyed, go)
  })
  app.addHook('onSend', (request, _, payload, done) => {
    finish(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _, done) => {
    finish(request)
    done()
  })
}
