import { expect, test } from 'vitest'
import { paise } from '#shared/money.ts'
import { type PricedLine, priceOrder } from './orders.pricing.ts'

const line = (price: number, quantity = 1): PricedLine => ({ offerPricePaise: paise(price), quantity })

test.each<[string, PricedLine[], number, number, number]>([
  ['nothing', [], 0, 0, 0],
  ['the cart of the design', [line(196000), line(124900, 2), line(42000, 4)], 613800, 12276, 626076],
  ['a tax that needs no rounding', [line(10000)], 10000, 200, 10200],
  ['half a paisa, rounded up', [line(25)], 25, 1, 26],
  ['just under half a paisa, rounded down', [line(24)], 24, 0, 24],
  ['one and a half paise, rounded up', [line(75)], 75, 2, 77],
  ['tax on the sum, not line by line', [line(25), line(25)], 50, 1, 51],
  ['prices that are not exact in floating point', [line(1999, 3), line(1001, 7)], 13004, 260, 13264],
  [
    'the most an order can be',
    Array.from({ length: 100 }, () => line(1_00_00_000_00, 999)),
    99_900_000_000_000,
    1_998_000_000_000,
    101_898_000_000_000,
  ],
])('%s', (_, lines, subtotalPaise, taxPaise, totalPaise) => {
  expect(priceOrder(lines)).toEqual({ subtotalPaise, taxPaise, shippingPaise: 0, totalPaise })
  expect(Number.isSafeInteger(totalPaise)).toBe(true)
})
