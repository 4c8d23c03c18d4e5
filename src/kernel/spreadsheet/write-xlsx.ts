import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { CsvCell } from '#kernel/http/csv.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { columnLetter } from '#shared/reading/column-letter.ts'
import { DAY_MS } from '#shared/time.ts'

/** Text stays as it is written; the others become numbers, which a spreadsheet can add up and sort. */
export type XlsxColumn = 'text' | 'amount' | 'count' | 'moment'

/** Cell styles, by their place in `styles`. */
const styleOf: Record<XlsxColumn, number> = { text: 1, amount: 2, count: 3, moment: 4 }
const HEADING_STYLE = 5
const widthOf: Record<XlsxColumn, number> = { text: 22, amount: 14, count: 10, moment: 17 }

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Haat" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/** Characters that XML cannot hold, and text that looks like their replacement. */
const unwritable = /(?![\t\n])[\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const DAYS_1900_TO_1970 = 25_569
/** "2026-11-05 19:14", of India, as a spreadsheet counts days. */
function daysOf(moment: string) {
  const at = Date.parse(`${moment.replace(' ', 'T')}${moment.length > 10 ? ':00Z' : ''}`)
  return Number.isNaN(at) ? undefined : at / DAY_MS + DAYS_1900_TO_1970
}

function cellXml(cell: CsvCell, kind: XlsxColumn, place: string) {
  if (cell === '') return ''
  const number =
    kind === 'moment'
      ? daysOf(String(cell))
      : kind === 'text' || !/^-?\d+(\.\d+)?$/.test(String(cell))
        ? undefined
        : Number(cell)
  return number === undefined
    ? textCell(place, String(cell), styleOf.text)
    : `<c r="${place}" s="${styleOf[kind]}"><v>${number}</v></c>`
}

interface Table {
  heading: readonly string[]
  /** Kinds of the columns that are no text. */
  kinds: Readonly<Record<string, XlsxColumn>>
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>
}

async function* sheetXml({ heading, kinds, rows }: Table) {
  const columns = heading.map((name) => kinds[name] ?? 'text')
  const widths = columns.map(
    (kind, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widthOf[kind]}" style="${styleOf[kind]}" customWidth="1"/>`,
  )
  const titles = heading.map((name, at) => textCell(`${columnLetter(at)}1`, name, HEADING_STYLE))
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  let row = 1
  for await (const part of rows) {
    let xml = ''
    for (const cells of part) {
      row += 1
      xml += `<row r="${row}">${cells.map((cell, at) => cellXml(cell, columns[at] ?? 'text', `${columnLetter(at)}${row}`)).join('')}</row>`
    }
    yield xml
  }
  yield '</sheetData></worksheet>'
}

/** A fixed day, so that the same table makes the same file. */
const made = { mtime: new Date(2026, 0, 1) }

async function* xlsxBytes(table: Table): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name, made)
  zip.addReadStream(Readable.from(sheetXml(table), { objectMode: false }), 'xl/worksheets/sheet1.xml', made)
  zip.end()
  for await (const part of zip.outputStream) yield Buffer.from(part)
}

export const xlsxFile = (name: string, table: Table): FileAnswer => ({ name, content: xlsxBytes(table) })
