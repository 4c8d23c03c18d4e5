import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOrder } from './orders.pricing.ts'
import { refundPaise } from './orders.refunds.ts'

const line = fc.record({
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }),
  quantity: fc.integer({ min: 1, max: 999 }),
})

describe('a refund', () => {
  it('piece by piece in any order comes to the total, never to more, also when some of it fails', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(fc.nat()), (lines, choices) => {
        const open = lines.map((each) => ({ ...each, refunded: 0 }))
        const { totalPaise } = priceOrder(lines)
        const made: { at: number; pieces: number; amount: number }[] = []
        const sum = () => made.reduce((paise, { amount }) => paise + amount, 0)
        const change = (at: number, pieces: number) => {
          const target = open[at]
          if (target) target.refunded += pieces
        }
        const payBack = (at: number, pieces: number) => {
          const chosen = open.map((_, index) => (index === at ? pieces : 0))
          const amount = refundPaise(open, chosen, sum())
          expect(amount).toBeGreaterThanOrEqual(0)
          made.push({ at, pieces, amount })
          change(at, pieces)
        }
        for (const choice of choices) {
          const at = choice % open.length
          const left = (open[at]?.quantity ?? 0) - (open[at]?.refunded ?? 0)
          const [failed] = choice % 3 === 0 ? made.splice(choice % (made.length + 1), 1) : []
          if (failed) change(failed.at, -failed.pieces)
          else if (left > 0) payBack(at, 1 + (choice % left))
          expect(sum()).toBeLessThanOrEqual(totalPaise)
        }
        open.forEach(({ quantity, refunded }, at) => {
          if (quantity > refunded) payBack(at, quantity - refunded)
        })
        expect(sum()).toBe(totalPaise)
      }),
    )
  })
})
