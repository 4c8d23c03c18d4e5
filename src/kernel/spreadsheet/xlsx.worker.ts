import { parentPort, workerData } from 'node:worker_threads'
import { writeCsv } from '#kernel/http/csv.ts'
import type { XlsxAnswer } from './as-csv.ts'
import { readXlsx, SeveralSheets } from './read-xlsx.ts'
import { UnreadableSheet } from './xlsx-parts.ts'

// Reads one sheet and ends: unpacking and reading would hold up the shop.

const ROWS_AT_ONCE = 500

async function toCsv(): Promise<XlsxAnswer> {
  const { bytes, sheet }: { bytes: Uint8Array; sheet: string | undefined } = workerData
  const parts: Buffer[] = []
  let rows: string[][] = []
  let last = 0
  const flush = () => {
    parts.push(Buffer.from(writeCsv(rows)))
    rows = []
  }
  await readXlsx(Buffer.from(bytes), sheet, ({ row, cells }) => {
    if (row > last + 1) {
      flush()
      // Empty rows count, so that each row has its own number.
      parts.push(Buffer.from('\r\n'.repeat(row - last - 1)))
    }
    last = row
    if (rows.push(cells) === ROWS_AT_ONCE) flush()
  })
  flush()
  return { csv: new Uint8Array(Buffer.concat(parts)) }
}

toCsv().then(
  (answer) => parentPort?.postMessage(answer, 'csv' in answer ? [answer.csv.buffer] : []),
  (error: unknown) => {
    const isSheets = error instanceof SeveralSheets
    if (isSheets || error instanceof UnreadableSheet)
      return parentPort?.postMessage({ refused: error.says, isSheets } satisfies XlsxAnswer)
    throw error
  },
)
