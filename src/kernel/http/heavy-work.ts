import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#kernel/http/session.ts'
import { overloaded, tooMuchAtOnce } from '#shared/app-error.ts'
import { deferred } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'
import { callerOf } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** With the ids of the requests that are at it. */
    heavyWork: ReturnType<typeof createHeavyWork> & { requestIds: Set<string> }
  }
}

/** How much heavy work one process takes on: exports, PDFs, all the data of a person. */
const limits = {
  /** Worked on at the same time, of all people; of one person never more than one. */
  atOnce: 2,
  /** Besides the one that runs. */
  waitingOfOne: 4,
  waitingInAll: 64,
  /** A request that has waited this long is refused. */
  waitMs: 10 * SECOND_MS,
  /** How often to check which requests only wait for a slow client. */
  checkMs: 250,
}

interface Work {
  /** Who it is for. */
  person: string
  /** Does it only wait for a slow client, to send or to read? Then it costs nothing, and somebody else may begin. */
  waitsForClient: () => boolean
  isGone: () => boolean
}

interface Waiting extends Work {
  since: number
  begin: (leave: () => void) => void
  refuse: (error: Error) => void
}

/** Lets heavy work begin: one piece at a time for a person, few in all, each person in turn. */
export function createHeavyWork(given: Partial<typeof limits> = {}) {
  const { atOnce, waitingOfOne, waitingInAll, waitMs, checkMs } = { ...limits, ...given }
  const running = new Set<Work>()
  let waiting: Waiting[] = []
  let isWatching = false

  const isRunning = (person: string) => [...running].some((work) => work.person === person)
  const hasRoom = () => [...running].filter((work) => !work.waitsForClient()).length < atOnce

  function start(work: Work) {
    running.add(work)
    return () => {
      if (!running.delete(work)) return
      // Everybody else comes before the next piece of this person.
      const isOwn = ({ person }: Waiting) => person === work.person
      waiting = [...waiting.filter((one) => !isOwn(one)), ...waiting.filter(isOwn)]
      // In a turn of its own, so that light requests run between two heavy ones.
      setImmediate(beginNext)
    }
  }

  function beginNext() {
    waiting = waiting.filter(({ isGone }) => !isGone())
    while (hasRoom()) {
      const next = waiting.find(({ person }) => !isRunning(person))
      if (!next) return
      waiting = waiting.filter((one) => one !== next)
      next.begin(start(next))
    }
  }

  /** While requests wait: refuses those that waited too long, and starts the next when one only waits for its client. */
  function watch() {
    isWatching = waiting.length > 0
    if (!isWatching) return
    const before = performance.now() - waitMs
    for (const { since, refuse } of waiting) if (since < before) refuse(overloaded())
    waiting = waiting.filter(({ since }) => since >= before)
    beginNext()
    setTimeout(watch, checkMs).unref()
  }

  return {
    /**
     * Waits until the work may begin; what comes back is called when it is done. It never comes back for somebody who has gone away
     * meanwhile. Throws TOO_MUCH_AT_ONCE when this person waits for enough already, OVERLOADED when too many people wait, or for too long.
     */
    async enter(work: Work): Promise<() => void> {
      const ofOne = waiting.filter(({ person }) => person === work.person).length
      if (ofOne === 0 && !isRunning(work.person) && hasRoom()) return start(work)
      if (ofOne >= waitingOfOne) throw tooMuchAtOnce()
      if (waiting.length >= waitingInAll) throw overloaded()
      const { promise, resolve, reject } = deferred<() => void>()
      waiting.push({ ...work, since: performance.now(), begin: resolve, refuse: reject })
      if (!isWatching) setTimeout(watch, checkMs).unref()
      isWatching = true
      return promise
    },
  }
}

/** For `inTurn`. */
export function limitHeavyWork(app: FastifyInstance) {
  app.decorate('heavyWork', { ...createHeavyWork(), requestIds: new Set<string>() })
}

/** An account, or the address somebody asks from. */
async function personOf({ deps }: FastifyInstance, request: FastifyRequest) {
  const find = (role: Role) => deps.sessions.find(role, request.headers.cookie).catch(() => undefined)
  const session = request.session ?? (await find('user')) ?? (await find('seller'))
  return session ? `${session.role} ${session.accountId}` : `address ${callerOf(request.ip)}`
}

/** Is an upload still on its way? Other bodies are there before the work begins. */
const isArriving = ({ raw, routeOptions }: FastifyRequest) => routeOptions.config.upload === true && !raw.complete

/**
 * Does the work of a heavy route when it is this person's turn. It counts until it is done and its answer is sent. The calls that a heavy
 * page makes belong to the page. Throws what `enter` throws.
 */
export async function inTurn<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const { heavyWork } = app
  if (request.isInProcess && heavyWork.requestIds.has(request.id)) return work()
  const { raw } = reply
  // Heavy work has a queue of its own, and must not take a place of light work while it waits.
  app.leavePlace(request)
  const leave = await heavyWork.enter({
    person: await personOf(app, request),
    waitsForClient: () => isArriving(request) || raw.writableEnded || raw.writableNeedDrain,
    isGone: () => raw.destroyed,
  })
  if (!request.isInProcess) heavyWork.requestIds.add(request.id)
  try {
    return await work()
  } finally {
    const end = () => {
      heavyWork.requestIds.delete(request.id)
      leave()
    }
    if (raw.destroyed) end()
    else raw.once('close', end)
  }
}
