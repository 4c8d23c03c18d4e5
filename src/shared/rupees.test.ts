import { expect, it } from 'vitest'
import { formatMoney, formatRupees, formatRupeesShort } from './rupees.ts'

it.each([
  [124_999_00, '₹1,24,999.00', '₹1,24,999'],
  [50, '₹0.50', '₹0.50'],
  [0, '₹0.00', '₹0'],
  [-250_00, '−₹250.00', '−₹250'],
])('%s paise are %s, short %s', (paise, exact, short) => {
  expect(formatRupees(paise)).toBe(exact)
  expect(formatRupeesShort(paise)).toBe(short)
})

it.each([
  [204_00, 'inr', '₹204.00'],
  [1250, 'usd', '$12.50'],
  [1250, 'jpy', 'JP¥1,250'],
  [7, 'not a currency', '7 not a currency'],
])('%s of %s is %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
