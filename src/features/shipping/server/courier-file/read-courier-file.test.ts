import { describe, expect, it } from 'vitest'
import { readAmount, readCourierFile, readFirstRows } from './read-courier-file.ts'

const columns = { parcel: 0, amount: 1, heading: true }
const read = async (text: string | Buffer, more: object = {}) =>
  (await readCourierFile(Buffer.from(text), { ...columns, ...more })).lines.map(({ line, cell }) => [
    line,
    cell.parcel,
    cell.amount,
  ])

describe('an amount as couriers write it', () => {
  it.each([
    ['1,621.80', 162180],
    ['1621.8', 162180],
    ['Rs. 1,621.80', 162180],
    ['Rs 1621', 162100],
    ['INR 1,621.80', 162180],
    ['₹1,621.80/-', 162180],
    ['1,24,999', 12499900],
    ['1621,80', 162180],
    ['1.621,80', 162180],
    ['0', 0],
    ['1250 ₹', 125000],
    ['१,२५०.५०', 125050],
  ])('%s', (cell, paise) => expect(readAmount(cell)).toBe(paise))

  it.each(['', 'abc', '-5', '(100)', '1.234', '1,6,2', 'NaN', '1e5', '9'.repeat(60)])('%j is none', (cell) =>
    expect(typeof readAmount(cell)).toBe('string'),
  )
})

describe('an amount that can be read in two ways', () => {
  it('is none, and says what to write', () => {
    expect(readAmount('1.530')).toBe('“1.530” can be read in two ways: write 1530, or 1.53.')
  })
  it('is read by what the other lines say', async () => {
    const signOf = async (text: string) => (await readCourierFile(Buffer.from(text), columns)).sign
    expect(await signOf('AWB;Amount\nA;1.530\nB;980,50\n')).toBe('comma')
    expect(await signOf('AWB,Amount\nA,"1,530"\nB,980.50\n')).toBe('point')
    expect(await signOf('AWB,Amount\nA,1.530\nB,980\n')).toBeUndefined()
    expect([readAmount('1.530', 'comma'), readAmount('1,530', 'point')]).toEqual([153000, 153000])
  })
})

describe('a line that adds up the others', () => {
  it.each(['Total,30', 'GRAND TOTAL,30', ',30,Total', 'Summe,30', 'कुल,30', 'Totals (2),30'])(
    'is left out: %s',
    async (last) => {
      expect(await read(`no,amount,note\nEX1,10\nEX2,20\n${last}\n`)).toEqual([
        [2, 'EX1', '10'],
        [3, 'EX2', '20'],
      ])
    },
  )
  it('is not taken for one where a parcel is named', async () => {
    expect(await read('no,amount,note\nEX1,10,total loss\nTOTALLY1,5\n')).toEqual([
      [2, 'EX1', '10'],
      [3, 'TOTALLY1', '5'],
    ])
  })
})

describe('a courier’s file', () => {
  it.each([
    ['commas', 'no,amount\nEX1,10\n\nEX2,20\n'],
    ['semicolons and Windows line ends', 'no;amount\r\nEX1;10\r\n\r\nEX2;20\r\n'],
    ['tabs and old line ends', 'no\tamount\rEX1\t10\r\rEX2\t20\r'],
    ['a byte order mark and quotes', '\uFEFF"no","amount"\n"EX1","10"\n\n"EX2","20"\n'],
    ['formulas that keep a number as text', 'no,amount\n="EX1",10\n\n="EX2","20"\n'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toEqual([
      [2, 'EX1', '10'],
      [4, 'EX2', '20'],
    ])
  })

  it('without a heading is read from its first line', async () => {
    expect(await read('EX1,10\nEX2,20', { heading: false })).toEqual([
      [1, 'EX1', '10'],
      [2, 'EX2', '20'],
    ])
  })

  it('in the older encoding of Windows is read', async () => {
    const bytes = Buffer.concat([Buffer.from('no,amount\nEX'), Buffer.from([0xe9, 0x96]), Buffer.from(',10')])
    expect(await read(bytes)).toEqual([[2, 'EXé–', '10']])
  })

  it('has the same hash when another program saves it, and another when a cell differs', async () => {
    const hashOf = async (text: string) => (await readCourierFile(Buffer.from(text), columns)).hash
    const first = await hashOf('no,amount\nEX1,10\n')
    expect(await hashOf('\uFEFF"no";"amount"\r\n"EX1";"10"\r\n\r\n')).toBe(first)
    expect(await hashOf('no,amount\nEX1,11\n')).not.toBe(first)
  })

  it.each([
    ['', 'This file is empty'],
    ['no,amount\n', 'There is no parcel in this file'],
    ['\n\n', 'There is no'],
    [`a,b\n${'x,1\n'.repeat(20_001)}`, 'A file has at most 20,000 lines'],
    [`a,b\n"${'x'.repeat(200_000)}`, 'Line 2: This row'],
    [`a${',b'.repeat(101)}`, 'Line 1: There are more than 100 columns here'],
  ])('that is none is refused: %#', async (text, said) => {
    await expect(
      readFirstRows(Buffer.from(text)).then(() => readCourierFile(Buffer.from(text), columns)),
    ).rejects.toThrow(said)
  })

  it('has its unseen characters taken out', async () => {
    expect(await read('no,amount\nEX\u0000\u202e1,10\n')).toEqual([[2, 'EX 1', '10']])
  })
})
