import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { FileAnswer } from './file-answer.ts'

export type CsvCell = string | number

/** Read at a time, so that a large file does not block the event loop. */
const PART_BYTES = 16 * 1024
/** No row of a file that people fill in is longer. */
const MAX_ROW_CHARACTERS = 100_000
const MAX_CELLS = 100

/** An amount below 0 is no formula. */
const isNumber = (text: string) => /^-\d+(?:\.\d+)?$/.test(text)
/** What a spreadsheet takes for a formula gets a quote before it; a text that already has one gets another. */
export const defuse = (text: string) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber(text) ? `'${text}` : text)
/** Undoes `defuse`. */
export const restoreFormula = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

/** Rows as CSV (RFC 4180), formulas defused. */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_string: true, cast: { string: (text) => defuse(text) } },
  )

/** A CSV, written as it is read. It begins with a byte order mark: spreadsheets then read it as UTF-8. */
export async function* csvText(heading: readonly string[], parts: AsyncIterable<readonly (readonly CsvCell[])[]>) {
  yield `\uFEFF${heading.join(',')}\r\n`
  for await (const rows of parts) yield writeCsv(rows)
}

/** The same as a download. */
export const csvFile = (name: string, ...table: Parameters<typeof csvText>): FileAnswer => ({
  name,
  content: csvText(...table),
})

export interface CsvRow {
  /** As a spreadsheet numbers it: the first is 1, and an empty one counts. */
  row: number
  cells: string[]
}

/** A file that is no CSV from this row on. */
export class BrokenCsv extends Error {
  readonly row: number
  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

const saveAs = 'Save or download it as “CSV UTF-8” and choose that file'

/** As old spreadsheets for Windows write a CSV. Any bytes are text in it. */
const OLD_ENCODING = 'windows-1252'

export const csvEncoding = (bytes: Buffer) => (isUtf8(bytes) ? 'utf-8' : OLD_ENCODING)

/**
 * What is wrong with a file that is no CSV in UTF-8, and what to do; undefined where it may be one. With `mayBeOld` a file in the older
 * encoding of Windows is taken too (`csvEncoding`).
 */
export function csvFileProblem(bytes: Buffer, { mayBeOld = false } = {}) {
  const begins = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (bytes.length === 0) return 'This file is empty'
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0))
    return `This is a spreadsheet (like .xlsx, .xls or .ods), not a CSV file. ${saveAs}`
  const isWide = begins(0xff, 0xfe) || begins(0xfe, 0xff) || (bytes[0] === 0) !== (bytes[1] === 0)
  if (isWide) return `This file is in UTF-16 (“Unicode text”), not in UTF-8. ${saveAs}`
  return mayBeOld || isUtf8(bytes) ? undefined : `This file is in an older encoding, not in UTF-8. ${saveAs}`
}

/** The text with one kind of line end. */
async function* textParts(bytes: Buffer, encoding: string) {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const text = rest + decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true })
    // A \r at the end may be the first half of a line end.
    rest = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n')
    await setImmediate()
  }
}

/** Comma, semicolon or tab: what the first line has most of. */
function delimiterOf(text: string) {
  const [line = ''] = text.split('\n', 1)
  const count = (delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length
  return [',', ';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most))
}

/** Passes a text on in its parts, until a row has more cells than people fill in. The parser itself would take millions. */
async function* withFewCells(parts: AsyncIterable<string>, delimiter: string) {
  let [row, cells, isQuoted] = [1, 1, false]
  for await (const part of parts) {
    for (const sign of part) {
      if (sign === '"') isQuoted = !isQuoted
      else if (sign === '\n' && !isQuoted) [row, cells] = [row + 1, 1]
      else if (sign === delimiter && !isQuoted) cells += 1
      if (cells > MAX_CELLS)
        throw new BrokenCsv(row, `There are more than ${MAX_CELLS} columns here. Is this the right file?`)
    }
    yield part
  }
}

/**
 * Reads a CSV (`csvFileProblem`) with commas, semicolons or tabs, and lets others work in between. Empty rows are left out, formulas are
 * as they were. `isLoose` lets quotes stand within cells, as other people's programs write them. Throws BrokenCsv.
 */
export async function* readCsv(bytes: Buffer, { encoding = 'utf-8', isLoose = false } = {}): AsyncGenerator<CsvRow> {
  const delimiter = delimiterOf(new TextDecoder().decode(bytes.subarray(0, PART_BYTES)).replace(/\r\n?/g, '\n'))
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: '\n',
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: isLoose,
    max_record_size: MAX_ROW_CHARACTERS,
  })
  const source = Readable.from(withFewCells(textParts(bytes, encoding), delimiter), { objectMode: false })
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const { record, info } of parser)
      yield { row: info.records + info.empty_lines, cells: (record as string[]).map(restoreFormula) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error.records) + Number(error.empty_lines) + 1
    throw new BrokenCsv(
      row,
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'This row is longer than any can be: look for a quote that is missing'
        : 'This row is not valid CSV: look for a quote that is missing or too much',
    )
  }
}
