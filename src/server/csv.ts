import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

export type CsvCell = string | number

/** So much is read at a time, so that a large file does not hold up the shop. */
const PART_CHARACTERS = 64 * 1024
const MAX_RECORD_CHARACTERS = 100_000

/** What a spreadsheet takes for a formula gets a quote before it; a text that already has one gets another. */
export const defuse = (text: string) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)
/** Undoes `defuse`. */
export const restoreFormula = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

/** Rows as CSV (RFC 4180), formulas defused. */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_string: true, cast: { string: (text) => defuse(text) } },
  )

/** Sends a CSV as a download, a part at a time. It begins with a byte order mark: spreadsheets then read it as UTF-8. */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  heading: readonly string[],
  parts: AsyncIterable<readonly (readonly CsvCell[])[]>,
) {
  async function* text() {
    yield `\uFEFF${heading.join(',')}\r\n`
    for await (const rows of parts) yield writeCsv(rows)
  }
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.send(Readable.from(text(), { objectMode: false }))
}

export interface CsvRecord {
  /** Where it begins in the file; the first line is 1. */
  line: number
  cells: string[]
}

/** A file that is no CSV from this line on. */
export class BrokenCsv extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

async function* inParts(text: string) {
  for (let at = 0; at < text.length; at += PART_CHARACTERS) {
    yield text.slice(at, at + PART_CHARACTERS)
    await setImmediate()
  }
}

/** Reads a CSV, empty lines left out, lets others work in between, formulas as they were. Throws BrokenCsv. */
export async function* readCsv(text: string): AsyncGenerator<CsvRecord> {
  // One kind of line end, so that lines are counted as people see them.
  const parser = Readable.from(inParts(text.replace(/\r\n?/g, '\n')), { objectMode: false }).pipe(
    parse({
      bom: true,
      info: true,
      raw: true,
      record_delimiter: '\n',
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MAX_RECORD_CHARACTERS,
    }),
  )
  try {
    for await (const { record, raw, info } of parser) {
      const within = String(raw).replace(/^\n+|\n+$/g, '')
      const line = Number(info.lines) - (within.match(/\n/g)?.length ?? 0)
      yield { line, cells: (record as string[]).map(restoreFormula) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenCsv(
      Number(error.lines ?? 1),
      'This line is not valid CSV: look for a quote that is missing or too much',
    )
  }
}
