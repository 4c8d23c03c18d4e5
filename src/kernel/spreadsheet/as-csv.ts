import { Worker } from 'node:worker_threads'
import { message } from '#kernel/kernel.messages.ts'
import { badInput } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { damagedSheet } from './xlsx-parts.ts'

export type XlsxAnswer = { csv: Uint8Array<ArrayBuffer> } | { refused: Message; isSheets: boolean }

const program = new URL('./xlsx.worker.ts', import.meta.url)
/** The limit of the thread's own heap: all texts of a workbook stay in it while its sheet is read. */
const HEAP_MB = 384
const tooLong: XlsxAnswer = { refused: message('SHEET_TAKES_TOO_LONG'), isSheets: false }

const isZip = (bytes: Buffer) => bytes.length > 3 && bytes.readUInt32LE(0) === 0x04034b50

interface Asked {
  field: string
  sheet?: string | undefined
}

/** Turns an .xlsx into CSV; other files stay. Throws BAD_INPUT for an unreadable file, or for several sheets without `sheet`. */
export async function asCsv(bytes: Buffer, { field, sheet }: Asked): Promise<Buffer> {
  if (!isZip(bytes)) return bytes
  const copy = new Uint8Array(bytes)
  const worker = new Worker(program, {
    workerData: { bytes: copy, sheet },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<XlsxAnswer>()
  worker.once('message', resolve)
  worker.once('error', (error) =>
    'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLong) : reject(error),
  )
  worker.once('exit', () => resolve({ refused: damagedSheet().says, isSheets: false }))
  const clock = setTimeout(() => resolve(tooLong), MINUTE_MS)
  try {
    const answer = await promise
    if ('csv' in answer) return Buffer.from(answer.csv.buffer)
    throw badInput({ [answer.isSheets ? 'sheet' : field]: answer.refused })
  } finally {
    clearTimeout(clock)
    await worker.terminate()
  }
}
