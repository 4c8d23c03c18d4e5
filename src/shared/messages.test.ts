import { expect, it } from 'vitest'
import { messagesOf } from './app-error.ts'
import { type Message, messageIn, textOf, type Word, wordedBy } from './messages.ts'

const words = {
  SOLD_OUT: 'This is sold out',
  LEFT: ({ count }: { count: number }) => (count === 1 ? '1 is left' : `${count} are left`),
  BOWL: 'this bowl',
  NONE_OF: ({ what }: { what: Message }, word: Word) => `There is none of ${word(what)}`,
}
const { appError, finding, message } = messagesOf<typeof words>()
const word = wordedBy(words)

it.each([
  [message('SOLD_OUT'), 'This is sold out'],
  [message('LEFT', { count: 1 }), '1 is left'],
  [message('LEFT', { count: 2 }), '2 are left'],
  [message('NONE_OF', { what: message('BOWL') }), 'There is none of this bowl'],
  [{ code: 'UNKNOWN' }, 'UNKNOWN'],
  [{ code: 'constructor' }, 'constructor'],
])('%j is worded as %j', (said, sentence) => {
  expect(word(said)).toBe(sentence)
})

it('is found again in the text that zod carries', () => {
  expect(messageIn(finding('SOLD_OUT'))).toEqual(message('SOLD_OUT'))
  const nested = message('NONE_OF', { what: message('BOWL') })
  expect(messageIn(textOf(nested))).toEqual(nested)
  expect(messageIn('Invalid input: expected string')).toBeUndefined()
  expect(messageIn('SKU {A-12} is used twice {row 3}')).toBeUndefined()
})

it('is what an error says, and its text names code and values', () => {
  const soldOut = appError('LEFT', 409, ({ count }) => ({ details: { count } }))
  expect(soldOut({ count: 2 })).toMatchObject({
    code: 'LEFT',
    status: 409,
    says: message('LEFT', { count: 2 }),
    message: 'LEFT {"count":2}',
    details: { count: 2 },
  })
})
