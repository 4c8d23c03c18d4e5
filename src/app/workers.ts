import cluster from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#kernel/config.ts'
import { gatherMetrics } from '#kernel/observe/worker-metrics.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { announce, type Prepared } from './prepare-start.ts'
import { isStopping, onStop } from './signals.ts'

/** The pause before a dead worker is started again; it grows while workers keep dying. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30 * SECOND_MS
/** A worker that ran this long starts with a fresh pause. */
const STEADY_MS = MINUTE_MS
/** Workers end by themselves within 10 s of being told. */
const EXIT_DEADLINE_MS = 9.8 * SECOND_MS

export interface Opened {
  notes: string[]
}
const isOpened = (message: unknown): message is Opened =>
  typeof message === 'object' && message !== null && 'notes' in message

/** Runs processes on one port and restarts those that die. A signal drains all, then this one ends with code 0; if it dies, all end. */
export function runWorkers(config: Config, log: FastifyBaseLogger, { dataDir, db }: Prepared) {
  let isOpen = false

  function startOne(deaths = 0) {
    const worker = cluster.fork()
    const startedAt = performance.now()
    worker.on('message', (message) => {
      if (!isOpened(message)) return
      log.info({ worker: worker.process.pid }, 'a worker is open')
      open(message)
    })
    worker.on('error', (error) => log.warn({ err: error, worker: worker.process.pid }, 'a worker cannot be reached'))
    worker.once('exit', (code, signal) => {
      if (isStopping()) return endIfLast()
      // If the first cannot open, the others cannot either.
      if (!isOpen) return giveUp(code, signal)
      const count = performance.now() - startedAt > STEADY_MS ? 0 : deaths + 1
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count)
      log.error({ worker: worker.process.pid, code, signal, pauseMs }, 'a worker has ended and will be started again')
      setTimeout(() => isStopping() || startOne(count), pauseMs)
    })
  }

  /** The first worker answers: the others follow, and the operator is told. */
  function open({ notes }: Opened) {
    if (isOpen || isStopping()) return
    isOpen = true
    for (let count = 1; count < config.workers; count++) startOne()
    announce(config, notes)
  }

  const left = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead())
  const kill = (signal: NodeJS.Signals) => {
    for (const worker of left()) worker?.process.kill(signal)
  }
  function end(code: number) {
    dataDir.release()
    process.exit(code)
  }
  /** A worker that failed has logged why. One that ended with code 0 was stopped, as by Ctrl+C. */
  function giveUp(code: number, signal: string | null) {
    if (signal) console.error(`The shop cannot start: its first worker was ended by ${signal}`)
    end(signal ? 1 : code)
  }
  const endIfLast = () => left().length === 0 && end(0)

  onStop(() => {
    kill('SIGTERM')
    setTimeout(() => kill('SIGKILL'), EXIT_DEADLINE_MS)
    endIfLast()
  })
  gatherMetrics()
  void db.destroy()
  startOne()
}
