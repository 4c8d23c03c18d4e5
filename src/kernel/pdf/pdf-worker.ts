import { parentPort } from 'node:worker_threads'

/** A thread's whole program (pdf-thread.ts): shaping and embedding fonts would hold up the shop. It should load only what its PDFs need. */
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
