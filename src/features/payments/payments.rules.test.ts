import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { paise } from '#shared/money.ts'
import { CHECKOUT_MS, checkoutLines, HOLD_MS } from './payments.rules.ts'

const line = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20 }),
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})

describe('what the payment service shows', () => {
  it('has every line and the tax, and adds up to the total to the paisa, in at most 100 lines', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
        const totals = priceOrder(lines)
        const shown = checkoutLines(lines, totals)
        expect(shown.length).toBeLessThanOrEqual(100)
        expect(shown.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0)).toBe(totals.totalPaise)
        expect(shown[0]).toMatchObject({ name: lines[0]?.name, quantity: lines[0]?.quantity })
      }),
    )
  })

  it('names the tax, and leaves it out where it is nothing', () => {
    const shown = (price: number) => {
      const lines = [{ name: 'Bead', offerPricePaise: paise(price), quantity: 1 }]
      return checkoutLines(lines, priceOrder(lines)).map(({ name }) => name)
    }
    expect(shown(10000)).toEqual(['Bead', 'Tax (2%)'])
    expect(shown(24)).toEqual(['Bead'])
  })
})

it('holds the stock longer than the checkout can be paid, and the checkout is long enough for Stripe', () => {
  expect(CHECKOUT_MS).toBeGreaterThan(30 * 60 * 1000)
  expect(HOLD_MS).toBeGreaterThan(CHECKOUT_MS)
})
