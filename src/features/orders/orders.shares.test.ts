import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_MONEY, paise, sumOf, times } from '#shared/money.ts'
import { priceOrder } from './orders.pricing.ts'
import { parcelNumbers, shareLine, shareTax } from './orders.shares.ts'

const anAmount = (max = 1_00_00_000_00) => fc.integer({ min: 0, max }).map(paise)
const aLine = fc.record({
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const aPrice = fc.record({ makerPaise: anAmount(), costsPaise: anAmount() })

describe('the shares of a line', () => {
  it('are those of the worked example', () => {
    const line = { offerPricePaise: paise(99_99), quantity: 1 }
    expect(shareLine(line, { makerPaise: paise(55_55), costsPaise: paise(10_00) })).toEqual({
      ...{ maker: 55_55, costs: 10_00, producer: 29_28, community: 1_72, shop: 3_44 },
    })
    expect(priceOrder([line]).taxPaise).toBe(2_00)
  })

  it('are all the shop’s where the maker’s price is not stated', () => {
    expect(shareLine({ offerPricePaise: paise(50_00), quantity: 3 }, undefined)).toEqual({
      ...{ maker: 0, costs: 0, producer: 0, community: 0, shop: 150_00 },
    })
  })

  it('leave a loss to the shop alone', () => {
    const price = { makerPaise: paise(90_00), costsPaise: paise(15_00) }
    expect(shareLine({ offerPricePaise: paise(100_00), quantity: 2 }, price)).toEqual({
      ...{ maker: 180_00, costs: 30_00, producer: 0, community: 0, shop: -10_00 },
    })
  })

  it('add up to its price, and leave at least 85% of a profit to the producer', () => {
    fc.assert(
      fc.property(aLine, aPrice, (line, price) => {
        const { maker, costs, producer, community, shop } = shareLine(line, price)
        const gross = times(line.offerPricePaise, line.quantity)
        expect(sumOf([maker, costs, producer, community, shop])).toBe(gross)
        const profit = Math.max(0, gross - maker - costs)
        expect(producer).toBeGreaterThanOrEqual(profit * 0.85)
      }),
    )
  })
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
  expect(parcelNumbers([null, 'asha', null, 'ravi', 'asha'])).toEqual([1, 2, 1, 3, 2])
  expect(parcelNumbers(['asha', null])).toEqual([1, 2])
})
