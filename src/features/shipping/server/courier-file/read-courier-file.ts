import { createHash } from 'node:crypto'
import { BrokenCsv, csvEncoding, csvFileProblem, readCsv } from '#kernel/http/csv.ts'
import { badInput } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { fromRupees, isWholePaise, MAX_PRICE_PAISE, type Paise, times } from '#shared/money.ts'
import { type DecimalSign, decimalSignOf, readNumber } from '#shared/reading/read-number.ts'
import { visibleLine } from '#shared/text.ts'
import type { FileColumns } from '../../courier-file.contract.ts'
import { type FileColumn, MAX_FILE_LINES, PREVIEW_LINES } from '../../courier-file.kinds.ts'
import { isTotal, readCell } from '../../courier-file.words.ts'
import { message } from '../../shipping.messages.ts'

/** Longest cell that is read; longer ones are cut, and name nothing we know. */
const MAX_CELL = 80
/** The most cash of a line, a hundred times the highest price: no parcel brings more. */
const MOST_CASH = times(MAX_PRICE_PAISE, 100)

export interface ReadLine {
  line: number
  /** The cells by what their columns hold. */
  cell: Readonly<Record<FileColumn, string>>
}

/** Rows of cells, each one visible line. Throws BAD_INPUT with the first line that is no CSV. */
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
    throw badInput({ file: message('COURIER_FILE_LINE_BROKEN', { line: error.row, why: error.says }) })
  }
}

const cut = (cell: string) => cell.slice(0, MAX_CELL).toWellFormed()

/** Reads the lines that the columns are chosen by. Throws BAD_INPUT. */
export async function readFirstRows(bytes: Buffer) {
  const rows: string[][] = []
  for await (const { cells } of rowsOf(bytes)) {
    rows.push(cells.map(cut))
    if (rows.length === PREVIEW_LINES) break
  }
  if (rows.length === 0) throw badInput({ file: message('COURIER_FILE_WITHOUT_LINES') })
  return rows
}

/** Reads a file without lines of totals. `sign` is its decimal sign. `hash` is of the cells, equal for another program's copy. Throws BAD_INPUT. */
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
    if (lines.length === MAX_FILE_LINES)
      throw badInput({ file: message('COURIER_FILE_TOO_LONG', { most: MAX_FILE_LINES }) })
    const at = (column: number | undefined) => cut(column === undefined ? '' : (cells[column] ?? ''))
    const { parcel, number, courier, outcome, amount } = columns
    if (isTotal(cells, at(parcel))) continue
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
  if (lines.length === 0) throw badInput({ file: message('COURIER_FILE_WITHOUT_PARCELS') })
  return { lines, sign: decimalSignOf(lines.map(({ cell }) => cell.amount)), hash: hash.digest('hex') }
}

/** Rupees as couriers write them (readNumber), or why the cell is no amount. `sign` is the file's decimal sign. */
export function readAmount(cell: string, sign?: DecimalSign): { amount: Paise } | { unclear: Message } {
  const none = { unclear: message('LINE_NO_AMOUNT', { cell }) }
  const read = readNumber(cell, sign)
  if (cell === '') return { unclear: message('LINE_WITHOUT_AMOUNT') }
  if (!('value' in read)) return read.why === 'two ways' ? { unclear: read.problem } : none
  if (read.value < 0 || !isWholePaise(read.value)) return none
  const amount = fromRupees(read.value)
  return amount > MOST_CASH ? none : { amount }
}
