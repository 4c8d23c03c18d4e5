/** How much is worked on at once (docs/promises.md 21; figures: docs/decisions/0006). */
export interface AdmissionLimits {
  /** Requests worked on at once; the others wait. */
  places: number
  /** A request that takes longer waits for another server (a bank, a bucket) and no longer counts. */
  placeMs: number
  /** A request that would have to wait longer than this is refused at once. */
  waitMs: number
  /** A request that has waited this long all the same is refused: the pace has dropped, the database may be away. */
  longestWaitMs: number
  /** For how long one turn of the event loop goes on starting work. */
  turnMs: number
  /** For how long no work is started while new connections come in. */
  putOffMs: number
}

const CHECK_PLACES_MS = 250
/** Assumed cost of a request before anything was measured. */
const FIRST_GUESS_MS = 4
/** The pace is a moving average over about 50 answers. */
const PACE_WEIGHT = 1 / 50

interface Waiting {
  /** Identity of the request; hand the same object to leave(). */
  work: object
  since: number
  begin: () => void
  refuse: () => void
  isGone: () => boolean
}

/** Runs up to `places` requests, queues the rest, tells when the queue is too long; the caller sends the 503. */
export function createAdmission(limits: AdmissionLimits) {
  const { places, placeMs, waitMs, longestWaitMs, turnMs, putOffMs } = limits
  /** Start time of each, the oldest first. */
  const working = new Map<object, number>()
  let waiting: Waiting[] = []
  let isWatching = false
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
   * Node accepts one new connection a turn. While they come in, turns are kept short by starting nothing else: health checks do not
   * queue behind work, and closed connections are noticed before work is started for them.
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

  /** While requests wait: no longer counts those that have held a place for too long. */
  function watchPlaces() {
    isWatching = waiting.length > 0
    if (!isWatching) return
    const now = performance.now()
    for (const [work, since] of working) if (now - since > placeMs) working.delete(work)
    thisTurn()
    setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
  }

  return {
    /** Would one more request have to wait for too long? */
    isFull: () => waiting.length * paceMs > waitMs,

    /** Starts the request at once or when there is a place; not at all when its client has gone by then. */
    enter(entry: Omit<Waiting, 'since'>) {
      const { began, isCalm } = thisTurn()
      const now = performance.now()
      if (waiting.length === 0 && working.size < places && isCalm && now - began < turnMs) return givePlace(entry)
      waiting.push({ ...entry, since: now })
      if (!isWatching) setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
      isWatching = true
    },

    /** The request is done. May be called twice, or for one that never started. */
    leave(work: object) {
      if (!working.delete(work) || waiting.length === 0) return
      const now = performance.now()
      if (lastAnswer !== undefined) paceMs += (now - lastAnswer - paceMs) * PACE_WEIGHT
      lastAnswer = now
      thisTurn()
    },

    /** A new connection was accepted. */
    connected() {
      thisTurn().isCalm = false
    },
  }
}
