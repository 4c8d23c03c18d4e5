import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import { priceOrder } from '../orders.pricing.ts'
import { shareTax } from '../orders.shares.ts'
import { recountRefunds, refundPaise } from './refunds.pieces.ts'

const line = fc.record({
  offerPricePaise: fc.integer({ min: 1, max: 1_00_00_000_00 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})

describe('a refund', () => {
  it('piece by piece in any order comes to the total, never to more, also when some of it fails', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(fc.nat()), (lines, choices) => {
        const open = lines.map((each) => ({ ...each, refunded: 0 }))
        const { totalPaise } = priceOrder(lines)
        const made: { at: number; pieces: number; amount: Paise }[] = []
        const sum = () => sumOf(made.map(({ amount }) => amount))
        const change = (at: number, pieces: number) => {
          const target = open[at]
          if (target) target.refunded += pieces
        }
        const refund = (at: number, pieces: number) => {
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
          else if (left > 0) refund(at, 1 + (choice % left))
          expect(sum()).toBeLessThanOrEqual(totalPaise)
        }
        open.forEach(({ quantity, refunded }, at) => {
          if (quantity > refunded) refund(at, quantity - refunded)
        })
        expect(sum()).toBe(totalPaise)
      }),
    )
  })
})

describe('a refund of lines that keep their share of the tax', () => {
  it('is price and whole paise of its line’s tax, piece by piece; all of them come to the total', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (lines, choices) => {
          const { taxPaise, totalPaise } = priceOrder(lines)
          const taxes = shareTax(
            taxPaise,
            lines.map(({ offerPricePaise, quantity }) => times(offerPricePaise, quantity)),
          )
          const open = lines.map((each, at) => ({ ...each, refunded: 0, taxPaise: taxes[at] ?? NO_MONEY }))
          let wentBack = NO_MONEY
          const refund = (at: number, pieces: number) => {
            const chosen = open[at]
            if (!chosen || pieces === 0) return
            const amount = refundPaise(
              open,
              open.map((_, index) => (index === at ? pieces : 0)),
              wentBack,
            )
            const taxUpTo = (count: number) => Math.floor((chosen.taxPaise * count) / chosen.quantity)
            const tax = taxUpTo(chosen.refunded + pieces) - taxUpTo(chosen.refunded)
            expect(amount).toBe(chosen.offerPricePaise * pieces + tax)
            wentBack = plus(wentBack, amount)
            chosen.refunded += pieces
          }
          for (const choice of choices) {
            const at = choice % open.length
            const { quantity = 0, refunded = 0 } = open[at] ?? {}
            if (quantity > refunded) refund(at, 1 + (choice % (quantity - refunded)))
          }
          for (const [at, { quantity, refunded }] of open.entries()) refund(at, quantity - refunded)
          expect(wentBack).toBe(totalPaise)
        },
      ),
    )
  })
})

describe('refunds that wait, counted again', () => {
  // ₹100, ₹50 twice and their tax of 2%: ₹204 in all.
  const lines = [
    { offerPricePaise: paise(100_00), quantity: 1, refunded: 0 },
    { offerPricePaise: paise(50_00), quantity: 2, refunded: 0 },
  ]

  it.each([
    [
      'one after another, each what it costs',
      [
        [1, 0],
        [0, 2],
      ],
      0,
      [102_00, 102_00],
    ],
    [
      'nothing for what went back before',
      [
        [1, 0],
        [0, 2],
      ],
      102_00,
      [0, 102_00],
    ],
    [
      'the rest of one that went back in part',
      [
        [1, 0],
        [0, 1],
      ],
      60_00,
      [42_00, 51_00],
    ],
    [
      'nothing at all where everything went back',
      [
        [1, 0],
        [0, 2],
      ],
      204_00,
      [0, 0],
    ],
  ])('%s', (_, waiting, refundedPaise, amounts) => {
    expect(recountRefunds(lines, waiting, paise(refundedPaise))).toEqual(amounts)
  })

  it('come to the total with what went back before, whatever that was', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(), (bought, choice) => {
        const { totalPaise } = priceOrder(bought)
        const before = paise(choice % (totalPaise + 1))
        const waiting = bought.map((_, refund) => bought.map(({ quantity }, at) => (at === refund ? quantity : 0)))
        const again = recountRefunds(
          bought.map((each) => ({ ...each, refunded: 0 })),
          waiting,
          before,
        )
        expect(Math.min(...again)).toBeGreaterThanOrEqual(0)
        expect(sumOf([before, ...again])).toBe(totalPaise)
      }),
    )
  })
})
