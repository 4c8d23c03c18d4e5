import { Worker } from 'node:worker_threads'
import { type Deferred, deferred } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Fonts and shaping need some 60 MB; an idle thread gives them back. */
const IDLE_MS = 30 * SECOND_MS
/** The limit of the thread's own heap; the fonts lie outside it. */
const HEAP_MB = 128

type Answer = { id: number } & ({ pdf: Uint8Array; error?: never } | { pdf?: never; error: unknown })

export interface PdfThread<Job> {
  make: (job: Job) => Promise<Uint8Array>
  /** Ends the thread; its present job fails, the next job opens it again. */
  stop: () => Promise<void>
}

/** Makes PDFs, one after the other, in a thread that runs `program` (pdf-worker.ts) while there is work. */
export function startPdfThread<Job>(program: URL): PdfThread<Job> {
  let thread: OpenThread<Job> | undefined
  return {
    make(job) {
      thread ??= openThread(program, (ended) => {
        if (thread === ended) thread = undefined
      })
      return thread.make(job)
    },
    stop: async () => thread?.end(),
  }
}

interface OpenThread<Job> {
  make: (job: Job) => Promise<Uint8Array>
  end: () => Promise<void>
}

/** `onEnd` is called when the thread takes no more work: it was idle, or has failed. */
function openThread<Job>(program: URL, onEnd: (thread: OpenThread<Job>) => void): OpenThread<Job> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  worker.unref()
  const waiting = new Map<number, Deferred<Uint8Array>>()
  let jobs = 0
  let idle: NodeJS.Timeout | undefined
  let reason: unknown = new Error('the thread that makes PDFs has ended')

  worker.on('message', ({ id, pdf, error }: Answer) => {
    const job = waiting.get(id)
    waiting.delete(id)
    if (pdf) job?.resolve(pdf)
    else job?.reject(error)
    if (waiting.size === 0) idle = setTimeout(thread.end, IDLE_MS).unref()
  })
  worker.on('error', (error) => {
    reason = error
  })
  worker.on('exit', () => {
    onEnd(thread)
    for (const { reject } of waiting.values()) reject(reason)
  })

  const thread: OpenThread<Job> = {
    make(job) {
      clearTimeout(idle)
      jobs += 1
      const made = deferred<Uint8Array>()
      waiting.set(jobs, made)
      worker.postMessage({ id: jobs, job })
      return made.promise
    },
    async end() {
      clearTimeout(idle)
      onEnd(thread)
      await worker.terminate()
    },
  }
  return thread
}
