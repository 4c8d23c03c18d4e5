import { describe, expect, it } from 'vitest'
import { kernelEn } from '#kernel/kernel.words.en.ts'
import { sharedMessage } from '#shared/app-error.ts'
import { wordedBy } from '#shared/messages.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { shippingEn } from '../../shipping.words.en.ts'
import { readAmount, readCourierFile, readFirstRows } from './read-courier-file.ts'

const word = wordedBy({ ...sharedEn, ...kernelEn, ...shippingEn })
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
  ])('%s', (cell, amount) => expect(readAmount(cell)).toEqual({ amount }))

  it.each(['', 'abc', '-5', '(100)', '1.234', '1,6,2', 'NaN', '1e5', '9'.repeat(60)])('%j is none', (cell) =>
    expect(readAmount(cell)).toEqual({ unclear: expect.anything() }),
  )
})

describe('an amount that can be read in two ways', () => {
  it('is none, and says what to write', () => {
    const unclear = sharedMessage('NUMBER_IN_TWO_WAYS', { typed: '1.530', whole: '1', decimals: '530' })
    expect(readAmount('1.530')).toEqual({ unclear })
  })
  it('is read by what the other lines say', async () => {
    const signOf = async (text: string) => (await readCourierFile(Buffer.from(text), columns)).sign
    expect(await signOf('AWB;Amount\nA;1.530\nB;980,50\n')).toBe('comma')
    expect(await signOf('AWB,Amount\nA,"1,530"\nB,980.50\n')).toBe('point')
    expect(await signOf('AWB,Amount\nA,1.530\nB,980\n')).toBeUndefined()
    for (const [cell, sign] of [['1.530', 'comma'] as const, ['1,530', 'point'] as const])
      expect(readAmount(cell, sign)).toEqual({ amount: 153000 })
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
    const reading = readFirstRows(Buffer.from(text)).then(() => readCourierFile(Buffer.from(text), columns))
    const { says } = await reading.catch((error) => error)
    expect(word(says)).toContain(said)
  })

  it('has its unseen characters taken out', async () => {
    expect(await read('no,amount\nEX\u0000\u202e1,10\n')).toEqual([[2, 'EX 1', '10']])
  })
})
