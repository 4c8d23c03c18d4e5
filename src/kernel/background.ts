import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from './db/database.ts'

/** Work in the background. In one process it never runs twice at the same time. */
export interface Job {
  name: string
  /** Does what is due, and asks `isStopping` between its parts. Errors are logged. Woken meanwhile, it runs once more. */
  work: (isStopping: () => boolean) => Promise<void>
  /** It is woken, too, when others are woken by this name: what it looks after changed. */
  follows?: string
  /** How often it runs by itself once this process listens. Without: only when woken. */
  everyMs?: number
  /** Its first run: once all routes are there, or once this process listens. Without: after `everyMs`. */
  first?: 'ready' | 'listening'
  /** The pause between a wake and the run, so that one run does all that is queued meanwhile. */
  gatherMs?: number
  breakOff?: () => unknown
}

export type Jobs = ReturnType<typeof createJobs>

export function createJobs(log: FastifyBaseLogger) {
  const loops = new Map<string, ReturnType<typeof startLoop>>()
  const followers = new Map<string, ReturnType<typeof startLoop>[]>()
  function loopOf(name: string) {
    const loop = loops.get(name)
    if (!loop) throw new Error(`there is no job ${name}`)
    return loop
  }
  return {
    add(...jobs: readonly Job[]) {
      for (const job of jobs) {
        const loop = startLoop(job, log)
        loops.set(job.name, loop)
        if (job.follows !== undefined) followers.set(job.follows, [...(followers.get(job.follows) ?? []), loop])
      }
    },
    begin(when: 'ready' | 'listening') {
      for (const loop of loops.values()) loop.begin(when)
    },
    /** Wakes a job, or all that follow something. */
    wake(name: string) {
      for (const loop of followers.get(name) ?? [loopOf(name)]) loop.wake()
    },
    /** Runs a job now, or once more after its present run. Resolves at its end, even if it fails. */
    run: (name: string) => loopOf(name).run(),
    /** Those whose last run failed in this process. */
    failing: () => [...loops].flatMap(([name, loop]) => (loop.hasFailed() ? [name] : [])),
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}

function startLoop(job: Job, log: FastifyBaseLogger) {
  let last = Promise.resolve()
  let isQueued = false
  let isStopped = false
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  async function work() {
    isQueued = false
    clearTimeout(gathering)
    gathering = undefined
    if (isStopped) return
    await job.work(() => isStopped)
  }
  function run() {
    if (isQueued) return last
    isQueued = true
    last = last.then(work).then(
      () => {
        hasFailed = false
      },
      (error) => {
        hasFailed = true
        log.error({ err: error, job: job.name }, 'a job failed')
      },
    )
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
    hasFailed: () => hasFailed,
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

const toWake = new WeakMap<Tx, Set<string>>()

export interface Shop {
  db: Db
  jobs: Pick<Jobs, 'wake'>
}

/** For commands: the shop's own process finds what they have queued. */
export const jobsOfTheShop: Shop['jobs'] = { wake() {} }

/** Runs `work` in one transaction, all or nothing. After the commit it wakes the jobs of which `wakeAfterCommit` told. */
export async function transact<T>({ db, jobs }: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const names = new Set<string>()
  const result = await db.transaction().execute((tx) => {
    toWake.set(tx, names)
    return work(tx)
  })
  for (const name of names) jobs.wake(name)
  return result
}

export function wakeAfterCommit(tx: Tx, name: string) {
  const names = toWake.get(tx)
  if (!names) throw new Error(`transact() runs what queues work for the job ${name}`)
  names.add(name)
}
