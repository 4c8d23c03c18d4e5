import { createHash } from 'node:crypto'
import { numberIn } from '#features/catalog/server/import/import-lines.ts'
import { BrokenCsv, csvEncoding, csvFileProblem, readCsv } from '#kernel/http/csv.ts'
import { badInput } from '#shared/app-error.ts'
import { fromRupees, isWholePaise, MAX_PRICE_PAISE, type Paise, times } from '#shared/money.ts'
import { visibleLine } from '#shared/text.ts'
import { type FileColumns, tooManyLines } from '../../courier-file.contract.ts'
import { type FileColumn, MAX_FILE_LINES, PREVIEW_LINES } from '../../courier-file.kinds.ts'
import { readCell } from '../../courier-file.words.ts'

/** Of a cell; longer ones are cut, and are nothing that we know. */
const MAX_CELL = 80
/** A hundred times what a price may be: more was never handed over for a parcel. */
const MOST_CASH = times(MAX_PRICE_PAISE, 100)

/** A line of the file, before anything is looked up. */
export interface ReadLine {
  line: number
  /** The cells that are read, by what they hold. */
  cell: Readonly<Record<FileColumn, string>>
}

/** Rows of cells with one line of visible text each. Throws BAD_INPUT for what is no CSV, and says from which line on. */
async function* rowsOf(bytes: Buffer) {
  const problem = csvFileProblem(bytes, { mayBeOld: true })
  if (problem) throw badInput({ file: problem })
  try {
    for await (const { row, cells } of readCsv(bytes, { encoding: csvEncoding(bytes), isLoose: true })) {
      const shown = cells.map((cell) => readCell(visibleLine(cell)))
      if (shown.some((cell) => cell !== '')) yield { row, cells: shown }
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    throw badInput({ file: `Line ${error.row}: ${error.message}` })
  }
}

const cut = (cell: string) => cell.slice(0, MAX_CELL).toWellFormed()

/** The first lines of a file, for choosing its columns. Throws BAD_INPUT. */
export async function readFirstRows(bytes: Buffer) {
  const rows: string[][] = []
  for await (const { cells } of rowsOf(bytes)) {
    rows.push(cells.map(cut))
    if (rows.length === PREVIEW_LINES) break
  }
  if (rows.length === 0) throw badInput({ file: 'There is no line in this file' })
  return rows
}

/**
 * Reads a file to its end. `hash` is of what stands in its cells, so that the same file saved by another program has the same. Throws
 * BAD_INPUT.
 */
export async function readCourierFile(bytes: Buffer, columns: FileColumns) {
  const hash = createHash('sha256')
  const lines: ReadLine[] = []
  let isHeading = columns.heading
  for await (const { row, cells } of rowsOf(bytes)) {
    hash.update(`${JSON.stringify(cells)}\n`)
    if (isHeading) {
      isHeading = false
      continue
    }
    if (lines.length === MAX_FILE_LINES) throw badInput({ file: tooManyLines })
    const at = (column: number | undefined) => cut(column === undefined ? '' : (cells[column] ?? ''))
    const { parcel, number, courier, outcome, amount } = columns
    lines.push({
      line: row,
      cell: {
        parcel: at(parcel),
        number: at(number),
        courier: at(courier),
        outcome: at(outcome),
        amount: at(amount),
      },
    })
  }
  if (lines.length === 0) throw badInput({ file: 'There is no parcel in this file' })
  return { lines, hash: hash.digest('hex') }
}

/** Rupees as couriers write them: 1,621.80, 1621.8, Rs. 1,621.80, ₹1621.80/-, INR 1621. Undefined where it is no amount. */
export function readAmount(cell: string): Paise | undefined {
  const bare = cell.replace(/^(rs\.?|inr)\s*/i, '').replace(/\s*(\/-|inr|rs\.?)$/i, '')
  const rupees = numberIn(bare)
  if (typeof rupees !== 'number' || rupees < 0 || !isWholePaise(rupees)) return undefined
  const amount = fromRupees(rupees)
  return amount > MOST_CASH ? undefined : amount
}
