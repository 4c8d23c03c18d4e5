import { parentPort } from 'node:worker_threads'
import type { Paper } from '../invoices.words.ts'
import { paperPdf } from './paper.pdf.ts'

// A thread of its own, as shaping letters and embedding fonts would hold up the shop. It loads what PDFs need and nothing else.
parentPort?.on('message', async ({ id, paper }: { id: number; paper: Paper }) => {
  try {
    const pdf = new Uint8Array(Buffer.concat(await paperPdf(paper)))
    parentPort?.postMessage({ id, pdf }, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
