import { parentPort } from 'node:worker_threads'

/**
 * The whole of a thread's program (pdf-thread.ts): makes what it is asked for. A thread of its own, as shaping letters and embedding fonts
 * would hold up the shop; it should load what its PDFs need and nothing else.
 */
export function makePdfs<Job>(make: (job: Job) => Promise<Uint8Array[]>) {
  parentPort?.on('message', async ({ id, job }: { id: number; job: Job }) => {
    try {
      const pdf = new Uint8Array(Buffer.concat(await make(job)))
      parentPort?.postMessage({ id, pdf }, [pdf.buffer])
    } catch (error) {
      parentPort?.postMessage({ id, error })
    }
  })
}
