import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { CHECKOUT_MS, checkoutLines, HOLD_MS, refundPaise } from './payments.rules.ts'

const line = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20 }),
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }),
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
    const shown = (offerPricePaise: number) => {
      const lines = [{ name: 'Bead', offerPricePaise, quantity: 1 }]
      return checkoutLines(lines, priceOrder(lines)).map(({ name }) => name)
    }
    expect(shown(10000)).toEqual(['Bead', 'Tax (2%)'])
    expect(shown(24)).toEqual(['Bead'])
  })
})

describe('paying back', () => {
  it('piece by piece in any order comes to the total, never to more', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(fc.nat()), (lines, choices) => {
        const open = lines.map((each) => ({ ...each, refunded: 0 }))
        const { totalPaise } = priceOrder(lines)
        let sum = 0
        const payBack = (at: number, pieces: number) => {
          const chosen = open.map((_, index) => (index === at ? pieces : 0))
          const amount = refundPaise(open, chosen)
          expect(amount).toBeGreaterThanOrEqual(0)
          sum += amount
          const target = open[at]
          if (target) target.refunded += pieces
        }
        for (const choice of choices) {
          const at = choice % open.length
          const left = (open[at]?.quantity ?? 0) - (open[at]?.refunded ?? 0)
          if (left > 0) payBack(at, 1 + (choice % left))
          expect(sum).toBeLessThanOrEqual(totalPaise)
        }
        open.forEach(({ quantity, refunded }, at) => {
          if (quantity > refunded) payBack(at, quantity - refunded)
        })
        expect(sum).toBe(totalPaise)
      }),
    )
  })
})

it('holds the stock longer than the checkout can be paid, and the checkout is long enough for Stripe', () => {
  expect(CHECKOUT_MS).toBeGreaterThan(30 * 60 * 1000)
  expect(HOLD_MS).toBeGreaterThan(CHECKOUT_MS)
})
