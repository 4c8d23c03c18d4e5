import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from './db/database.ts'

/** Work in the background of the shop. In one process it never runs twice at the same time. */
export interface Job {
  /** What it is woken by, and what the log calls it. */
  name: string
  /** Does what is due, and asks `isStopping` between its parts. What it throws is logged. Woken meanwhile, it runs once more. */
  work: (isStopping: () => boolean) => Promise<void>
  /** How often it runs by itself once this process listens. Without: only when it is woken. */
  everyMs?: number
  /** When it runs first: once all routes are there, or once this process listens. Without: after `everyMs`. */
  first?: 'ready' | 'listening'
  /** It runs so long after a wake, so that what is queued meanwhile is done in the same run. */
  gatherMs?: number
  /** Called by a stop: ends what it cannot wait for. */
  breakOff?: () => unknown
}

export type Jobs = ReturnType<typeof createJobs>

/** The jobs of one process. */
export function createJobs(log: FastifyBaseLogger) {
  const loops = new Map<string, ReturnType<typeof startLoop>>()
  function loopOf(name: string) {
    const loop = loops.get(name)
    if (!loop) throw new Error(`there is no job ${name}`)
    return loop
  }
  return {
    add(...jobs: readonly Job[]) {
      for (const job of jobs) loops.set(job.name, startLoop(job, log))
    },
    /** Runs the jobs whose time it is; from `listening` on they run every so often. */
    begin(when: 'ready' | 'listening') {
      for (const loop of loops.values()) loop.begin(when)
    },
    /** Has a job run soon. */
    wake: (name: string) => loopOf(name).wake(),
    /** Runs a job now, or once more after its present run. Resolves at its end, whether it fails or not. */
    run: (name: string) => loopOf(name).run(),
    /** Stops all jobs. Resolves when what runs has ended. */
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}

function startLoop(job: Job, log: FastifyBaseLogger) {
  let last = Promise.resolve()
  /** The last run is still to begin: it will see all there is by then. */
  let isQueued = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  async function work() {
    isQueued = false
    // What was gathered by now is done in this run.
    clearTimeout(gathering)
    gathering = undefined
    if (isStopped) return
    await job.work(() => isStopped)
  }
  function run() {
    if (isQueued) return last
    isQueued = true
    last = last.then(work).catch((error) => log.error({ err: error, job: job.name }, 'a job failed'))
    return last
  }
  function wake() {
    if (job.gatherMs === undefined) return void run()
    gathering ??= setTimeout(() => {
      gathering = undefined
      void run()
    }, job.gatherMs).unref()
  }
  return {
    run,
    wake,
    begin(when: 'ready' | 'listening') {
      if (job.first === when) void run()
      if (when === 'listening' && job.everyMs !== undefined) timer = setInterval(run, job.everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(gathering)
      isStopped = true
      await job.breakOff?.()
      await last
    },
  }
}

/** Transaction -> the jobs that are woken when it is committed. */
const toWake = new WeakMap<Tx, Set<string>>()

/** Where a transaction is run, and whose jobs do what it queues. */
interface Shop {
  db: Db
  jobs: Pick<Jobs, 'wake'>
}

/** For commands: the shop's own process finds what they have queued when it looks next. */
export const jobsOfTheShop: Shop['jobs'] = { wake() {} }

/**
 * Runs `work` in one transaction: all of it takes place, or nothing. The jobs that it has queued something for (`wakeAfterCommit`) are
 * woken when it is on disk.
 */
export async function transact<T>({ db, jobs }: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const names = new Set<string>()
  const result = await db.transaction().execute((tx) => {
    toWake.set(tx, names)
    return work(tx)
  })
  for (const name of names) jobs.wake(name)
  return result
}

/** Has a job woken when this transaction, which `transact` runs, is committed. */
export function wakeAfterCommit(tx: Tx, name: string) {
  const names = toWake.get(tx)
  if (!names) throw new Error(`transact() runs what queues work for the job ${name}`)
  names.add(name)
}
