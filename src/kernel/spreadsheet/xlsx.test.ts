import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type CsvCell, readCsv } from '#kernel/http/csv.ts'
import { kernelEn } from '#kernel/kernel.words.en.ts'
import type { AppError } from '#shared/app-error.ts'
import { wordedBy } from '#shared/messages.ts'
import { zipOf } from '#testing/zip.ts'
import { asCsv } from './as-csv.ts'
import { xlsxFile } from './write-xlsx.ts'

/** A workbook as other programs make it. */
function workbook(sheet: string, more: Record<string, string> = {}) {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  }
  return zipOf(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })))
}
/** As LibreOffice begins one, with a formula and a macro within. */
const odsFile = zipOf(
  ['mimetype', 'Basic/script-lc.xml', 'content.xml', 'META-INF/manifest.xml'].map((name) => ({
    name,
    content: Buffer.from(name === 'mimetype' ? 'application/vnd.oasis.opendocument.spreadsheet' : '<x/>'),
  })),
)
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

async function rowsOf(bytes: Buffer, sheet?: string) {
  const rows: [number, ...string[]][] = []
  for await (const { row, cells } of readCsv(await asCsv(bytes, { field: 'file', sheet }))) rows.push([row, ...cells])
  return rows
}
const word = wordedBy(kernelEn)
const refusal = (bytes: Buffer) =>
  asCsv(bytes, { field: 'file' }).then(
    () => 'read',
    ({ findings = {} }: AppError) =>
      Object.entries(findings)
        .map(([field, finding]) => `${field}: ${word(finding)}`)
        .join(),
  )

async function written(heading: string[], kinds: Parameters<typeof xlsxFile>[1]['kinds'], rows: CsvCell[][]) {
  async function* parts() {
    yield rows
  }
  const { content } = xlsxFile('x.xlsx', { heading, kinds, rows: parts() })
  if (typeof content === 'string' || content instanceof Uint8Array) return expect.fail('it is made as it is sent')
  return buffer(Readable.from(content))
}

describe('a table as .xlsx', () => {
  it('comes back as it was: identifiers, letters of all scripts, formulas, amounts, moments', async () => {
    const cells = [
      ...[
        '000034567894417',
        '7099887766554577',
        '1E5',
        '4-8',
        '=1+1',
        '+91 98450',
        "'quoted",
        '  spaces  ',
        'मिट्टी का कटोरा',
      ],
      ...['“a” – ₹ é <b>&amp;', 'two\nlines', '_x000D_', '\u0001', '', '#REF', '99.50', '12', '2026-11-05 19:14'],
    ]
    const heading = cells.map((_, at) => `c${at}`)
    const bytes = await written(heading, { c15: 'amount', c16: 'count', c17: 'moment' }, [cells, cells.map(() => '')])
    const back = cells.map((cell) => (cell === '99.50' ? '99.5' : cell))
    expect(await rowsOf(bytes)).toEqual([
      [1, ...heading],
      [2, ...back],
    ])
  })

  it('of other programs is read: shared and rich texts, dates, truth, errors, gaps, numbers as they are stored', async () => {
    const bytes = workbook(
      `<row r="1">${inline('a')}${inline('b')}</row><row r="4"><c r="B4" t="s"><v>0</v></c><c r="D4" t="b"><v>1</v></c></row>
       <row r="5"><c r="A5" t="e"><v>#REF!</v></c><c r="B5" s="1"><v>46331.801388889</v></c><c r="C5" s="1"><v>46331</v></c><c r="D5"><v>1249.5000000000002</v></c></row>
       <row r="6"><c r="A6"><v>7.0998877665545702E+15</v></c><c r="B6" t="str"><v>x</v></c></row>`,
      {
        'xl/sharedStrings.xml': '<sst><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-4009]dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      },
    )
    expect(await rowsOf(bytes)).toEqual([
      [1, 'a', 'b'],
      [4, '', 'rich', '', 'TRUE'],
      [5, '#REF!', '2026-11-05 19:14', '2026-11-05', '1249.5'],
      [6, '7099887766554570', 'x'],
    ])
  })

  it('with several sheets is asked which', async () => {
    const two = workbook(`<row>${inline('first')}</row>`, {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId2"/><sheet name="Gone" state="hidden" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row>${inline('second')}</row></sheetData></worksheet>`,
    })
    expect(await refusal(two)).toBe('sheet: This file has several sheets: “One”, “Two”. Say which one to read')
    expect(await rowsOf(two, 'Two')).toEqual([[1, 'second']])
  })

  it('that is no .xlsx stays as it is', async () => {
    const csv = Buffer.from('a,b\n1,2')
    expect(await asCsv(csv, { field: 'file' })).toBe(csv)
  })
})

describe('a hostile .xlsx gets one plain sentence', () => {
  it.each([
    ['a formula', workbook('<row><c r="B7"><f>A1*2</f><v>4</v></c></row>'), 'Cell B7 holds a formula'],
    [
      'a formula in a cell without a name',
      workbook(`<row>${inline('a')}</row><row>${inline('a')}<c><f/></c></row>`),
      'Cell B2 holds a formula',
    ],
    ['macros', workbook('', { 'xl/vbaProject.bin': 'x' }), 'This file has macros, which we do not run'],
    [
      'links to other files',
      workbook('', { 'xl/externalLinks/externalLink1.xml': '<x/>' }),
      'This file is linked to other files',
    ],
    ['a connection', workbook('', { 'xl/connections.xml': '<x/>' }), 'This file is linked to other files'],
    [
      'no sheet',
      workbook('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
      'This is a spreadsheet that cannot be read',
    ],
    [
      'a document type',
      workbook('', { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' }),
      'This is a spreadsheet that cannot be read',
    ],
    ['broken XML', workbook('<row><c></row>'), 'This is a spreadsheet that cannot be read'],
    ['an .ods', odsFile, 'This is an .ods file. Save it as .xlsx, or as “CSV UTF-8”'],
    ['another zip', zipOf([{ name: 'a.png', content: Buffer.from('x') }]), 'This is a spreadsheet that cannot be read'],
    ['a damaged zip', Buffer.from('PK\u0003\u0004rest'), 'This is a spreadsheet that cannot be read'],
    ['a column far away', workbook('<row><c r="ZZZ1"><v>1</v></c></row>'), 'This is a spreadsheet that cannot be read'],
    ['something far below', workbook('<row r="1048576"><c><v>1</v></c></row>'), 'Something stands below row 2,00,000'],
    ['a cell without end', workbook(`<row>${inline('x'.repeat(200_000))}</row>`), 'is longer than any can be'],
  ])('%s', async (_, bytes, sentence) => expect(await refusal(bytes)).toContain(sentence))

  it('a million empty rows', { timeout: 60_000 }, async () => {
    expect(await refusal(workbook('<row/>'.repeat(1_000_000)))).toContain('more than 2,00,000 rows')
  })

  it('a zip bomb, whether it says its size or not', { timeout: 60_000 }, async () => {
    const name = 'xl/worksheets/sheet1.xml'
    const content = Buffer.alloc(4 * 1024 * 1024, 32)
    expect(await refusal(zipOf([{ name, content, claimedBytes: 201 * 1024 * 1024 }]))).toContain('more than 200 MB')
    const parts = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']
    const lies = zipOf(parts.map((part) => ({ name: part, content, claimedBytes: 100 })))
    expect(await refusal(lies)).toContain('cannot be read')
  })
})
