/** How much is worked on at once (docs/promises.md 21; figures: docs/decisions/0006). */
export interface AdmissionLimits {
  places: number
  /** A request that takes longer waits for another server (a bank, a bucket) and no longer counts. */
  placeMs: number
  waitMs: number
  /** A request that has waited longer all the same is refused: the pace has dropped, or the database is away. */
  longestWaitMs: number
  /** How long one turn of the event loop goes on starting work. */
  turnMs: number
  /** How long no work is started while new connections come in. */
  putOffMs: number
}

const CHECK_PLACES_MS = 250
const FIRST_GUESS_MS = 4
const PACE_WEIGHT = 1 / 50

interface Waiting {
  work: object
  since: number
  begin: () => void
  refuse: () => void
  isGone: () => boolean
}

/** Runs up to `places` requests, queues the rest, and tells when the queue is too long; the caller sends the 503. */
export function createAdmission(limits: AdmissionLimits) {
  const { places, placeMs, waitMs, longestWaitMs, turnMs, putOffMs } = limits
  const working = new Map<object, number>()
  let waiting: Waiting[] = []
  let isWatching = false
  let paceMs = FIRST_GUESS_MS
  let lastAnswer: number | undefined
  let turn: { began: number; isCalm: boolean } | undefined
  let putOffSince: number | undefined

  function thisTurn() {
    if (turn) return turn
    turn = { began: performance.now(), isCalm: true }
    setImmediate(endTurn)
    return turn
  }

  /** Node accepts one connection a turn. While they come, turns stay short: so health checks do not queue, and closed connections are noticed. */
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
    if (waiting.length > 0 && working.size < places) thisTurn()
  }

  function beginWaiting(now: number) {
    let taken = 0
    while (working.size < places && performance.now() - now < turnMs) {
      const next = waiting[taken]
      if (!next) break
      taken += 1
      if (next.isGone()) continue
      if (now - next.since > longestWaitMs) next.refuse()
      else givePlace(next)
    }
    waiting = waiting.slice(taken)
    if (waiting.length > 0) return
    paceMs = FIRST_GUESS_MS
    lastAnswer = undefined
  }

  function givePlace({ work, begin }: Pick<Waiting, 'work' | 'begin'>) {
    working.set(work, performance.now())
    begin()
  }

  function watchPlaces() {
    isWatching = waiting.length > 0
    if (!isWatching) return
    const now = performance.now()
    for (const [work, since] of working) if (now - since > placeMs) working.delete(work)
    thisTurn()
    setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
  }

  return {
    isFull: () => waiting.length * paceMs > waitMs,

    /** Starts the request when there is a place, unless its client has gone by then. */
    enter(entry: Omit<Waiting, 'since'>) {
      const { began, isCalm } = thisTurn()
      const now = performance.now()
      if (waiting.length === 0 && working.size < places && isCalm && now - began < turnMs) return givePlace(entry)
      waiting.push({ ...entry, since: now })
      if (!isWatching) setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
      isWatching = true
    },

    leave(work: object) {
      if (!working.delete(work) || waiting.length === 0) return
      const now = performance.now()
      if (lastAnswer !== undefined) paceMs += (now - lastAnswer - paceMs) * PACE_WEIGHT
      lastAnswer = now
      thisTurn()
    },

    connected() {
      thisTurn().isCalm = false
    },
  }
}
