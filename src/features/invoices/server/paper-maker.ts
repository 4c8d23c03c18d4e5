import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { type Deferred, deferred } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type Paper, paperTitle } from '../invoices.words.ts'

/** PDFs that are kept, about a hundred: a paper never changes. */
const KEPT_BYTES = 8 * 1024 * 1024
/** Fonts and shaping need some 60 MB; a thread that has nothing to do gives them back. */
const IDLE_MS = 30 * SECOND_MS
/** Of the thread's own heap; the fonts lie outside it. */
const HEAP_MB = 128

type Answer = { id: number } & ({ pdf: Uint8Array; error?: never } | { pdf?: never; error: unknown })

export interface PaperMaker {
  /** A paper as PDF, made once for all that ask for it at the same time or soon after. */
  pdfOf: (paper: Paper) => Promise<Uint8Array>
  /** Ends the thread; a PDF in the making fails. */
  stop: () => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    papers: PaperMaker
  }
}

/** Makes PDFs in a thread of its own, one after the other. */
export function startPaperMaker(): PaperMaker {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: KEPT_BYTES, sizeCalculation: (pdf) => pdf.byteLength })
  const making = new Map<string, Promise<Uint8Array>>()
  let thread: Thread | undefined

  async function make(key: string, paper: Paper) {
    thread ??= openThread((ended) => {
      if (thread === ended) thread = undefined
    })
    const pdf = await thread.make(paper)
    kept.set(key, pdf)
    return pdf
  }

  return {
    async pdfOf(paper) {
      const key = paperTitle(paper)
      const known = kept.get(key) ?? making.get(key)
      if (known) return known
      const made = make(key, paper).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
    stop: async () => thread?.end(),
  }
}

interface Thread {
  make: (paper: Paper) => Promise<Uint8Array>
  end: () => Promise<void>
}

/** `onEnd` is called when the thread takes no more work: it was idle for a while, or has failed. */
function openThread(onEnd: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./paper.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
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

  const thread: Thread = {
    make(paper) {
      clearTimeout(idle)
      jobs += 1
      const job = deferred<Uint8Array>()
      waiting.set(jobs, job)
      worker.postMessage({ id: jobs, paper })
      return job.promise
    },
    async end() {
      clearTimeout(idle)
      onEnd(thread)
      await worker.terminate()
    },
  }
  return thread
}
