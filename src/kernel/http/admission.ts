/** How much is taken on at once (reliability promises §21; figures: docs/decisions/0006). */
export interface AdmissionLimits {
  /** Worked on at once; the others wait. */
  places: number
  /** Who takes longer waits for somebody else (a bank, a bucket) and no longer holds a place. */
  placeMs: number
  /** Who would have to wait longer than this is one too many. */
  waitMs: number
  /** Who has waited this long all the same is refused then: nobody was answered, the database may be away. */
  longestWaitMs: number
  /** How long new work is begun within one turn of the event loop. */
  turnMs: number
  /** How long work is put off while new connections are coming in. */
  putOffMs: number
}

const CHECK_PLACES_MS = 250
/** What a piece of work is taken to cost before anything was measured. */
const FIRST_GUESS_MS = 4
/** The pace is an average over about so many answers. */
const PACE_WEIGHT = 1 / 50

interface Waiting {
  /** Stands for it, here and in `leave`. */
  work: object
  since: number
  begin: () => void
  refuse: () => void
  isGone: () => boolean
}

/** Who may begin, who waits, and when it is too much for one process. Says so; refusing is up to the caller. */
export function createAdmission(limits: AdmissionLimits) {
  const { places, placeMs, waitMs, longestWaitMs, turnMs, putOffMs } = limits
  /** Since when, the oldest first. */
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

  /** While somebody waits: takes the place of those who have held it for too long. */
  function watchPlaces() {
    isWatching = waiting.length > 0
    if (!isWatching) return
    const now = performance.now()
    for (const [work, since] of working) if (now - since > placeMs) working.delete(work)
    thisTurn()
    setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
  }

  return {
    /** Would one more have to wait for too long? */
    isFull: () => waiting.length * paceMs > waitMs,

    /** Begins at once or as soon as there is a place; not at all for somebody who is gone by then. */
    enter(entry: Omit<Waiting, 'since'>) {
      const { began, isCalm } = thisTurn()
      const now = performance.now()
      if (waiting.length === 0 && working.size < places && isCalm && now - began < turnMs) return givePlace(entry)
      waiting.push({ ...entry, since: now })
      if (!isWatching) setTimeout(watchPlaces, CHECK_PLACES_MS).unref()
      isWatching = true
    },

    /** The work is done. Again, or without having begun, is no error. */
    leave(work: object) {
      if (!working.delete(work) || waiting.length === 0) return
      const now = performance.now()
      if (lastAnswer !== undefined) paceMs += (now - lastAnswer - paceMs) * PACE_WEIGHT
      lastAnswer = now
      thisTurn()
    },

    /** A new connection was taken. */
    connected() {
      thisTurn().isCalm = false
    },
  }
}
