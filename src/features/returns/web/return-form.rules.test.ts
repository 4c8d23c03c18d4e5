import { describe, expect, it } from 'vitest'
import { readReturnDraft } from './return-draft.ts'
import { judgePieces, startPieces, withPayTo } from './return-form.rules.ts'

describe('the form of a return', () => {
  it.each([
    ['', 2, 0, undefined],
    ['0', 2, 0, undefined],
    [' 2 ', 2, 2, undefined],
    ['3', 2, 0, 'At most 2 can be returned'],
    ['9', 1, 0, 'Only 1 can be returned'],
    ['1.5', 2, 0, 'Enter how many as a whole number'],
    ['-1', 2, 0, 'Enter how many as a whole number'],
    ['two', 2, 0, 'Enter how many as a whole number'],
  ])('takes %j of %i as %i', (typed, most, quantity, problem) => {
    expect(judgePieces(typed, most)).toEqual({ quantity, ...(problem ? { problem } : {}) })
  })

  it('has the only piece of an order chosen, and nothing where there is a choice', () => {
    expect(
      startPieces([
        { product: 'a', quantity: 1 },
        { product: 'b', quantity: 0 },
      ]),
    ).toEqual({ a: '1' })
    expect(startPieces([{ product: 'a', quantity: 2 }])).toEqual({})
    expect(
      startPieces([
        { product: 'a', quantity: 1 },
        { product: 'b', quantity: 1 },
      ]),
    ).toEqual({})
  })

  it('writes where cash goes back to under the reason', () => {
    expect(withPayTo('Cracked', ' asha@upi ')).toBe('Cracked\n\nPlease refund to: asha@upi')
    expect(withPayTo('Cracked', ' ')).toBe('Cracked')
  })

  it('reads back a draft that was kept, and no other text', () => {
    const draft = { pieces: { a: '2' }, reason: 'Cracked', wish: 'exchange', payTo: '' }
    expect(readReturnDraft(JSON.stringify(draft))).toEqual(draft)
    expect(readReturnDraft(JSON.stringify({ pieces: { a: 3 }, reason: null }))).toEqual({
      pieces: { a: '' },
      reason: '',
      wish: '',
      payTo: '',
    })
    for (const other of [null, '', '{', '7', 'null']) expect(readReturnDraft(other)).toBeUndefined()
  })
})
