import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, sumOf, times } from '#shared/money.ts'
import { shareLine } from './prices.shares.ts'

const FIRST = { producer: 85, community: 5, shop: 10 }
const anAmount = (max = 1_00_00_000_00) => fc.integer({ min: 0, max }).map(paise)
const aLine = fc.record({
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const aPrice = fc.record({ makerPaise: anAmount(), costsPaise: anAmount() })

describe('the shares of a line', () => {
  it('are those of the worked example', () => {
    const line = { offerPricePaise: paise(99_99), quantity: 1 }
    expect(shareLine(line, { makerPaise: paise(55_55), costsPaise: paise(10_00) }, FIRST)).toEqual({
      ...{ maker: 55_55, costs: 10_00, producer: 29_28, community: 1_72, shop: 3_44 },
    })
  })

  it('are all the shop’s where the maker’s price is not stated', () => {
    expect(shareLine({ offerPricePaise: paise(50_00), quantity: 3 }, undefined, FIRST)).toEqual({
      ...{ maker: 0, costs: 0, producer: 0, community: 0, shop: 150_00 },
    })
  })

  it('leave a loss to the shop alone', () => {
    const price = { makerPaise: paise(90_00), costsPaise: paise(15_00) }
    expect(shareLine({ offerPricePaise: paise(100_00), quantity: 2 }, price, FIRST)).toEqual({
      ...{ maker: 180_00, costs: 30_00, producer: 0, community: 0, shop: -10_00 },
    })
  })

  it('add up to its price, and leave at least 85% of a profit to the producer', () => {
    fc.assert(
      fc.property(aLine, aPrice, (line, price) => {
        const { maker, costs, producer, community, shop } = shareLine(line, price, FIRST)
        const gross = times(line.offerPricePaise, line.quantity)
        expect(sumOf([maker, costs, producer, community, shop])).toBe(gross)
        const profit = Math.max(0, gross - maker - costs)
        expect(producer).toBeGreaterThanOrEqual(profit * 0.85)
      }),
    )
  })
})
