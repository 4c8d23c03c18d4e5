import { describe, expect, it } from 'vitest'
import { defuse, readCsv, restoreFormula, writeCsv } from './csv.ts'

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

async function rowsOf(text: string) {
  const rows: [number, ...string[]][] = []
  for await (const { row, cells } of readCsv(Buffer.from(text))) rows.push([row, ...cells])
  return rows
}

describe('a cell that a spreadsheet takes for a formula', () => {
  it.each(signs.map((sign) => JSON.stringify(sign)))('gets a quote before it: %s', (written) => {
    const cell = `${JSON.parse(written)}cmd|' /C calc'!A0`
    expect(
      writeCsv([[cell]])
        .replaceAll('"', '')
        .startsWith("'"),
    ).toBe(true)
    expect(restoreFormula(defuse(cell))).toBe(cell)
    expect(restoreFormula(defuse(`'${cell}`))).toBe(`'${cell}`)
  })

  it('is no amount below 0, and no text that only holds such a sign', () => {
    expect(['-12.50', '-3', 'a=b', 'mail@example.com', "'tis"].map(defuse)).toEqual([
      '-12.50',
      '-3',
      'a=b',
      'mail@example.com',
      "'tis",
    ])
  })
})

describe('a CSV', () => {
  it.each([
    ['a line that names the separator', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['the same as a spreadsheet saves it', '"sep=;"\na;b\n1;2\n'],
  ])('with %s is read without it', async (_, text) => {
    expect(await rowsOf(text)).toEqual([
      [2, 'a', 'b'],
      [3, '1', '2'],
    ])
  })

  it('with a title above its heading is read by the separator of the heading', async () => {
    expect(await rowsOf('Products\n\na;b\n1,5;2\n')).toEqual([
      [1, 'Products'],
      [3, 'a', 'b'],
      [4, '1,5', '2'],
    ])
  })
})
