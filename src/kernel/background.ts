import type { FastifyBaseLogger } from 'fastify'

export interface Worker {
  /** Works soon; call it after a commit that left something to do. */
  wake: () => void
  /** Works now, after what runs already. */
  run: () => Promise<void>
  /** Ends when what runs has ended. */
  stop: () => Promise<void>
}

/**
 * Does `work` every `everyMs` and when woken, never twice at the same time in this process. A failure is logged. Work with several
 * parts asks `isStopping` between them.
 */
export function startWorker(
  name: string,
  everyMs: number,
  log: FastifyBaseLogger,
  work: (isStopping: () => boolean) => Promise<void>,
): Worker {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const run = () => {
    running = running
      .then(() => (stopped ? undefined : work(() => stopped)))
      .catch((error) => log.error({ err: error }, `${name} failed and will be tried again`))
    return running
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    wake: () => void run(),
    run,
    async stop() {
      clearInterval(timer)
      stopped = true
      await running
    },
  }
}
