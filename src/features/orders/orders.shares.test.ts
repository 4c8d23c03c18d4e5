import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_MONEY, paise, sumOf, times } from '#shared/money.ts'
import { priceOrder } from './orders.pricing.ts'
import { parcelNumbers, shareTax, sumShares } from './orders.shares.ts'

const aLine = fc.record({
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})

describe('the tax of an order', () => {
  it('goes to the lines that lose most by whole paise, the earlier one first', () => {
    expect(shareTax(paise(1), [paise(25), paise(25)])).toEqual([1, 0])
    expect(shareTax(paise(2), [paise(10), paise(40), paise(50)])).toEqual([0, 1, 1])
  })

  it('is shared to the paisa, no line getting a paisa more or less than its part', () => {
    fc.assert(
      fc.property(fc.array(aLine, { minLength: 1, maxLength: 100 }), (lines) => {
        const { taxPaise, subtotalPaise } = priceOrder(lines)
        const prices = lines.map(({ offerPricePaise, quantity }) => times(offerPricePaise, quantity))
        const shares = shareTax(taxPaise, prices)
        expect(sumOf(shares)).toBe(taxPaise)
        for (const [at, share] of shares.entries()) {
          const off = BigInt(share) * BigInt(subtotalPaise) - BigInt(taxPaise) * BigInt(prices[at] ?? NO_MONEY)
          expect(off > -BigInt(subtotalPaise) && off < BigInt(subtotalPaise)).toBe(true)
        }
      }),
    )
  })
})

it('lines are in one parcel for each sender, counted from the first line on', () => {
  const from = (sender: string | null) => ({ sender, isFood: false })
  expect(parcelNumbers([null, 'asha', null, 'ravi', 'asha'].map(from))).toEqual([1, 2, 1, 3, 2])
  expect(parcelNumbers(['asha', null].map(from))).toEqual([1, 2])
})

it('what is paid for lines whose shares are not stated is a part of the order like the others', () => {
  const shares = { maker: paise(60), costs: paise(10), producer: paise(20), community: paise(5), shop: paise(5) }
  const stated = { pricePaise: paise(100), shares }
  const other = { pricePaise: paise(400), shares: null }
  expect(sumShares([stated, other], paise(10))).toEqual({ ...shares, tax: paise(10), unstated: paise(400) })
  expect(sumShares([other], paise(8))).toBeNull()
})
