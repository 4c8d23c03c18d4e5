import { describe, expect, it, test } from 'vitest'
import { paise } from '#shared/money.ts'
import { differenceOf, splitByTrust } from './pieces.rules.ts'

const picture = (key: string) => ({ key, alt: '', width: 1, height: 1, widths: [], avif: false })
const now = {
  ...{ name: 'Bowl', category: 'Pottery-Ceramics', description: ['Blue'] },
  facts: { height: 6, place: 'Kutch' },
  pictures: [picture('a'), picture('b')],
  makerPrice: paise(64000),
}

describe('what is to become different of a piece', () => {
  test.each([
    ['a name', { name: 'Cup' }, ['name']],
    ['the same name', { name: 'Bowl' }, []],
    ['facts in another order', { facts: { place: 'Kutch', height: 6 } }, []],
    ['another fact', { facts: { place: 'Kutch', height: 7 } }, ['facts']],
    ['a fact taken away', { facts: { place: 'Kutch' } }, ['facts']],
    ['pictures in another order', { pictures: [picture('b'), picture('a')] }, ['pictures']],
    ['the same pictures with another text', { pictures: [{ ...picture('a'), alt: 'Cup' }, picture('b')] }, []],
    ['another price', { makerPrice: paise(65000) }, ['makerPrice']],
    ['the stock, which is no part of a change', { stock: 4 }, []],
    ['nothing', {}, []],
  ])('%s', (_, wanted, different) => {
    expect(Object.keys(differenceOf(now, wanted))).toEqual(different)
  })
})

it('of a trusted producer only the maker’s price waits', () => {
  expect(splitByTrust({ name: 'Cup', makerPrice: paise(100) })).toEqual({
    atOnce: { name: 'Cup' },
    waits: { makerPrice: 100 },
  })
  expect(splitByTrust({ name: 'Cup' })).toEqual({ atOnce: { name: 'Cup' }, waits: {} })
})
