import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { message } from '#kernel/kernel.messages.ts'
import { type Message, textOf } from '#shared/messages.ts'
import type { FileAnswer } from './file-answer.ts'

export type CsvCell = string | number

const PART_BYTES = 16 * 1024
const MAX_ROW_CHARACTERS = 100_000
const MAX_CELLS = 100

const isNumber = (text: string) => /^-\d+(?:\.\d+)?$/.test(text)
/** A text that a spreadsheet takes for a formula gets a quote before it, and one more if it has one. */
export const defuse = (text: string) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber(text) ? `'${text}` : text)
export const restoreFormula = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

export const writeCsv = (rows: readonly (readonly CsvCell[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      quoted_string: true,

      cast: { string: (text) => defuse(text) },
    },
  )

/** A CSV, written as it is read. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* csvText(heading: readonly string[], parts: AsyncIterable<readonly (readonly CsvCell[])[]>) {
  yield `\uFEFF${heading.join(',')}\r\n`
  for await (const rows of parts) yield writeCsv(rows)
}

export const csvFile = (name: string, ...table: Parameters<typeof csvText>): FileAnswer => ({
  name,
  content: csvText(...table),
})

export interface CsvRow {
  /** As a spreadsheet numbers it: from 1, empty rows counted. */
  row: number
  cells: string[]
}

export class BrokenCsv extends Error {
  readonly row: number
  readonly says: Message
  constructor(row: number, says: Message) {
    super(textOf(says))
    this.row = row
    this.says = says
  }
}

/** The encoding of old spreadsheets for Windows, in which any bytes are text. */
const OLD_ENCODING = 'windows-1252'

export const csvEncoding = (bytes: Buffer) => (isUtf8(bytes) ? 'utf-8' : OLD_ENCODING)

/** Why a file cannot be an .xlsx or a CSV in UTF-8, and what to do; else undefined. `mayBeOld` also takes Windows' older encoding. */
export function csvFileProblem(bytes: Buffer, { mayBeOld = false } = {}) {
  const begins = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (bytes.length === 0) return message('FILE_EMPTY')
  // Excel puts an .xlsx with a password into a file of the older kind.
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    return bytes.includes('EncryptedPackage', 0, 'utf16le') ? message('FILE_WITH_PASSWORD') : message('OLD_SPREADSHEET')
  const isWide = begins(0xff, 0xfe) || begins(0xfe, 0xff) || (bytes[0] === 0) !== (bytes[1] === 0)
  if (isWide) return message('FILE_IS_UTF16')
  return mayBeOld || isUtf8(bytes) ? undefined : message('FILE_NOT_UTF8')
}

async function* textParts(bytes: Buffer, encoding: string) {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const text = rest + decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true })
    rest = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n')
    await setImmediate()
  }
}

const LINES_LOOKED_AT = 5
/** Excel writes "sep=;" above the first row. */
const named = /^\uFEFF?"?sep=([,;\t])"?\n/i

/** Comma, semicolon or tab: named by the file, or the most frequent in the first line that has one. */
function delimiterOf(text: string) {
  const [, said] = named.exec(text) ?? []
  if (said !== undefined) return said
  const count = (line: string, delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1
  for (const line of text.split('\n', LINES_LOOKED_AT)) {
    const most = [',', ';', '\t'].reduce((most, one) => (count(line, one) > count(line, most) ? one : most))
    if (count(line, most) > 0) return most
  }
  return ','
}

const isSeparatorLine = ([first = '', ...rest]: readonly string[]) =>
  /^\uFEFF?sep=[,;\t]?$/i.test(first) && rest.every((cell) => cell === '')

/** Throws at a row with more cells than people fill in; the parser would take millions. */
async function* withFewCells(parts: AsyncIterable<string>, delimiter: string) {
  let [row, cells, isQuoted] = [1, 1, false]
  for await (const part of parts) {
    for (const sign of part) {
      if (sign === '"') isQuoted = !isQuoted
      else if (sign === '\n' && !isQuoted) [row, cells] = [row + 1, 1]
      else if (sign === delimiter && !isQuoted) cells += 1
      if (cells > MAX_CELLS) throw new BrokenCsv(row, message('TOO_MANY_COLUMNS', { most: MAX_CELLS }))
    }
    yield part
  }
}

/** Reads a CSV in parts, without empty rows and `sep=;`, formulas restored. `isLoose`: quotes may stand within cells. Throws BrokenCsv. */
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
    for await (const { record, info } of parser) {
      const row = info.records + info.empty_lines
      const cells = (record as string[]).map(restoreFormula)
      if (row > 1 || !isSeparatorLine(cells)) yield { row, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error.records) + Number(error.empty_lines) + 1
    throw new BrokenCsv(row, message(error.code === 'CSV_MAX_RECORD_SIZE' ? 'ROW_TOO_LONG' : 'ROW_NO_CSV'))
  }
}
