import { LRUCache } from 'lru-cache'
import { startPdfThread } from '#kernel/pdf/pdf-thread.ts'
import { type Paper, paperTitle } from '../invoices.words.ts'

/** Bytes of PDFs that are kept, about a hundred of them. */
const KEPT_BYTES = 8 * 1024 * 1024

export interface PaperMaker {
  /** Simultaneous and later calls share one PDF. */
  pdfOf: (paper: Paper) => Promise<Uint8Array>
  /** Ends the thread; a PDF in the making fails. */
  stop: () => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    papers: PaperMaker
  }
}

/** A thread of its own makes the PDFs, one after the other. */
export function startPaperMaker(): PaperMaker {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: KEPT_BYTES, sizeCalculation: (pdf) => pdf.byteLength })
  const making = new Map<string, Promise<Uint8Array>>()
  const thread = startPdfThread<Paper>(new URL('./paper.worker.ts', import.meta.url))

  async function make(key: string, paper: Paper) {
    const pdf = await thread.make(paper)
    kept.set(key, pdf)
    return pdf
  }

  return {
    async pdfOf(paper) {
      // Numbers begin anew when a demo ends.
      const key = `${paper.order._id} ${paperTitle(paper)}`
      const known = kept.get(key) ?? making.get(key)
      if (known) return known
      const made = make(key, paper).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
    stop: thread.stop,
  }
}
