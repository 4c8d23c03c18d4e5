import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded, tooMuchAtOnce } from '#shared/app-error.ts'
import { deferred } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'
import { callerOf } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    heavyWork: ReturnType<typeof createHeavyWork> & { requestIds: Set<string> }
  }
}

/** How much heavy work (exports, PDFs, all data of a person) one process takes on. */
const limits = {
  /** Of all people; of one person never more than one. */
  atOnce: 2,
  waitingOfOne: 4,
  waitingInAll: 64,
  waitMs: 10 * SECOND_MS,
  checkMs: 250,
}

interface Work {
  person: string
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
    /** Waits for a turn, for ever if the client has gone; the returned function ends the turn. Throws TOO_MUCH_AT_ONCE or OVERLOADED. */
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

export function limitHeavyWork(app: FastifyInstance) {
  app.decorate('heavyWork', { ...createHeavyWork(), requestIds: new Set<string>() })
}

async function personOf({ deps }: FastifyInstance, request: FastifyRequest) {
  const { cookie } = request.headers
  let session = request.session
  for (const kind of deps.sessions.cookiesIn(cookie))
    session ??= await deps.sessions.find(kind, cookie).catch(() => undefined)
  return session ? `${session.kind} ${session.id}` : `address ${callerOf(request.ip)}`
}

const isArriving = ({ raw, routeOptions }: FastifyRequest) => routeOptions.config.upload === true && !raw.complete

/** Does heavy work in this person's turn, until its answer is sent. A page's calls share its turn. Throws what `enter` throws. */
export async function inTurn<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const { heavyWork } = app
  if (request.isInProcess && heavyWork.requestIds.has(request.id)) return work()
  const { raw } = reply
  // Heavy work has a queue of its own, and must not hold a place of light work while it waits.
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
