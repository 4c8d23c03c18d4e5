import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { missingOf, type ScriptAnswer } from './check-file.ts'
import { sayChecked } from './check-words.ts'

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

describe('own entries in a file', () => {
  const opening = 'salt,1,2,5,0,0,0,0,0,0'
  const hashOf = (digit: string) => digit.repeat(64)
  const file = async () =>
    [
      'number,at,…',
      `2,2026-09-05T10:00:00.000Z,sale,1,,,1,5,0,0,0,0,0,${hashOf('0')},${hashOf('a')}`,
      `3,,,,,,,,,,,,,${hashOf('a')},${hashOf('b')}`,
      'format,number,at,…',
      `2,4,2026-11-05,sale,,,1,,,,,,,,,${await sha256(opening)},${hashOf('b')},${hashOf('c')}`,
      `2,5,,,,,,,,,,,,,,,${hashOf('c')},${hashOf('d')}`,
    ].join('\r\n')
  const own = [
    { number: 2, hash: hashOf('a') },
    { number: 3, hash: hashOf('b') },
    { number: 4, hash: hashOf('c'), opening },
    { number: 5, hash: hashOf('d') },
  ]

  it('are found in both forms, shown or not', async () => {
    expect(await missingOf({ text: await file(), own }, sha256)).toEqual([])
  })

  it('are missing with another hash, another opening, or where there is no such row', async () => {
    const changed = [
      { number: 2, hash: hashOf('b') },
      { number: 4, hash: hashOf('c'), opening: `${opening}1` },
      { number: 6, hash: hashOf('d') },
    ]
    expect(await missingOf({ text: await file(), own: [...own, ...changed] }, sha256)).toEqual([2, 4, 6])
  })
})

describe('what a check has found', () => {
  const right = { last: { number: '1203', hash: 'f00' }, computed: 802, hidden: 401, missing: [] } as const
  const own = [
    { number: 1, hash: 'a' },
    { number: 2, hash: 'b' },
  ]
  const say = (answer: ScriptAnswer, missing: number[] = [], of = own) => sayChecked({ ...answer, missing }, of)

  it('is said in sentences', () => {
    expect(sayChecked(right, own)).toEqual({
      isRight: true,
      texts: [
        '802 rows computed, all right. Of 401 more the place in the chain is right.',
        'It has entries 1 and 2 of your order as this page shows them.',
        'The last entry is 1,203, with this hash: f00',
      ],
    })
    expect(say({ computed: 0, hidden: 0 }, [], []).texts).toEqual(['There are no entries yet.'])
  })

  it('names the entry that is off, and own ones that are not there', () => {
    expect(say({ problem: '701: a gap' })).toEqual({ isRight: false, texts: ['Entry 701 is off: a gap.'] })
    const { isRight, texts } = say(right, [2])
    expect(isRight).toBe(false)
    expect(texts).toContain('It does not have entry 2 of your order as this page shows them. Please write to us.')
  })

  it('asks for the file again where another program saved it', () => {
    expect(say({ problem: 'This file was saved by another program: fetch it again' })).toEqual({
      isRight: false,
      texts: ['This file was saved by another program: fetch it again.'],
    })
  })
})
