import { expect, test } from 'vitest'
import { splitOf } from './product-split.rules.ts'

const percentages = { producer: 85, community: 5, shop: 10 }
const vase = { offerPrice: '1,590', makerPrice: '820', costs: '240', producer: 'matti' }
const split = (typed: Partial<typeof vase> = {}) => splitOf({ ...vase, ...typed }, percentages)

test('a price is split as orders split it', () => {
  expect(split()).toEqual({
    offerPrice: 1590_00,
    shares: { maker: 820_00, costs: 240_00, producer: 450_50, community: 26_50, shop: 53_00 },
    profit: 530_00,
    profitFrom: 1060_01,
  })
})

test('costs that are not typed are nothing, and a maker may ask nothing', () => {
  expect(split({ costs: '' })).toMatchObject({ profit: 770_00, shares: { costs: 0 } })
  expect(split({ makerPrice: '0', costs: '0' })).toMatchObject({ profit: 1590_00 })
})

test('a price without profit says from which offer price on there is one', () => {
  expect(split({ makerPrice: '1,200', costs: '450' })).toMatchObject({ profit: -60_00, profitFrom: 1650_01 })
  expect(split({ makerPrice: '1,350' })).toMatchObject({ profit: 0, profitFrom: 1590_01 })
  expect(split({ makerPrice: '1,00,00,000' })).toMatchObject({ profitFrom: undefined })
})

test.each([{ makerPrice: '' }, { offerPrice: '' }, { producer: '' }])('there is no split with %j', (typed) => {
  expect(split(typed)).toBeUndefined()
})
