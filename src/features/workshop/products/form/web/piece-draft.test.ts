import { describe, expect, it, test } from 'vitest'
import { otherThan, type PieceDraft, stateOf } from './piece-draft.ts'

const picture = (key: string) => ({ key, alt: '', width: 1, height: 1, widths: [], avif: false })
const typed = {
  ...{ name: 'Nandi', category: 'Statues-Sculptures', makerPrice: '1200', stock: '', about: 'Cast in one' },
  facts: { height: ['12'], care: ['keep-dry', 'wipe-clean'] },
}
const now = { typed, pictures: [picture('a')] }
const draft: PieceDraft = { typed, photos: [picture('a')], key: 'k', from: '3' }

describe('what was typed is another piece', () => {
  test.each<[string, Partial<PieceDraft>, string[]]>([
    ['not at all', {}, []],
    [
      'not by the order of choices',
      { typed: { ...typed, facts: { ...typed.facts, care: ['wipe-clean', 'keep-dry'] } } },
      [],
    ],
    ['by a name and a price', { typed: { ...typed, name: 'Bull', makerPrice: '1300' } }, ['name', 'makerPrice']],
    ['by a fact', { typed: { ...typed, facts: { ...typed.facts, height: ['13'] } } }, ['height']],
    ['by its photos', { photos: [picture('a'), picture('b')] }, ['photos']],
  ])('%s', (_, change, found) => {
    const { texts, facts, hasOtherPhotos, isNone } = otherThan(now, { ...draft, ...change })
    expect([...texts, ...facts, ...(hasOtherPhotos ? ['photos'] : [])]).toEqual(found)
    expect(isNone).toBe(found.length === 0)
  })
})

it('a piece is in another state after an edit, and when another change of it is sent; not when it comes back', () => {
  const askedAt = new Date('2026-11-29T02:00:00Z')
  const sentBack = { message: 'Again', by: '', at: askedAt }
  const states = [
    { version: null, change: { askedAt, sentBack: null } },
    { version: null, change: { askedAt, sentBack } },
    { version: 0, change: null },
    { version: 1, change: null },
    { version: 1, change: { askedAt, sentBack: null } },
    { version: 1, change: { askedAt: new Date(askedAt.getTime() + 1), sentBack: null } },
  ].map(stateOf)
  expect(states[0]).toBe(states[1])
  expect(new Set(states).size).toBe(5)
})
