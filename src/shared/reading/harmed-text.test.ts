import { describe, expect, it } from 'vitest'
import { sharedMessage as message } from '#shared/app-error.ts'
import { harmIn } from './harmed-text.ts'

/** What a program makes of a text that takes its UTF-8 for the older encoding of Windows. */
const readAsOld = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

describe('a text that was harmed before it came', () => {
  it.each([
    '#REF!',
    '#NAME?',
    '#N/A',
    '#VALUE!',
    '#DIV/0!',
    '#NUM!',
    '#NULL!',
    '#SPILL!',
    '#BEZUG!',
    '#NV',
    '####',
    '##',
    'Err:502',
    'Bowl #REF! blue',
  ])('%s is an error of a spreadsheet', (text) => expect(harmIn(text)).toEqual(message('TEXT_IS_SPREADSHEET_ERROR')))

  it.each(['मिट्टी का कटोरा', 'மண் கிண்ணம்', 'Crème brûlée', '“Bowl” – ₹ 5', 'Bowl – blue', 'é'])(
    '%s is found when its letters were read in another encoding',
    (text) => expect(harmIn(readAsOld(text))).toEqual(message('TEXT_HAS_BROKEN_LETTERS')),
  )

  it('of question marks is found: where letters stood, and where nothing else is left', () => {
    expect(harmIn('?????? ?? ?????')).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn('?????? ?? ?????', 'मिट्टी का कटोरा')).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn('?? ?? Bowl from Jaipur', 'मि ट् Bowl from Jaipur')).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn('Bo\ufffdwl')).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn('Blue Pottery Bowl ?????? ??')).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn('Mug ?? ??? from Jaipur')).toEqual(message('TEXT_LOST_LETTERS'))
  })

  it.each([
    ['Bowl ? ?500', 'Bowl – ₹500'],
    ['Cr?me br?l?e', 'Crème brûlée'],
    ['Caf? au lait\nhot', 'Café au lait\r\nhot'],
    ['Tree ??', 'Tree 🌳'],
    ['Tree ?', 'Tree 🌳'],
    ['Why? ?', 'Why? é'],
  ])('%j is found by what it takes the place of: %j', (text, before) => {
    expect(harmIn(text, before)).toEqual(message('TEXT_LOST_LETTERS'))
    expect(harmIn(before, text)).toBeUndefined()
  })

  it.each([
    ['What is it??', undefined],
    ['Why not?', 'मिट्टी का कटोरा'],
    ['Really???', undefined],
    ['Really ???', undefined],
    ['A bowl?', 'A bowl!'],
    ['Café?', 'Café'],
    ['What is it? ?', 'Crème brûlée'],
    ['मिट्टी का कटोरा', 'Bowl'],
    ['Crème brûlée, São Tomé, Ærø', undefined],
    ['Über-Schale für Äpfel', undefined],
    ['No. #1', undefined],
    ['#1', undefined],
    ['#HANDMADE', undefined],
    ['“Bowl” – ₹ 5', undefined],
    ['â', undefined],
    ['', undefined],
  ])('%j is none', (text, before) => expect(harmIn(text, before)).toBeUndefined())
})
