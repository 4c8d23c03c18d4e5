import { describe, expect, test } from 'vitest'
import type { FactValues } from './facts.contract.ts'
import { scaleOf } from './facts.scale.ts'

describe('a product in scale', () => {
  test.each<[FactValues, string, number, number, string]>([
    [{ width: 8, length: 20 }, 'box', 8, 20, '8 × 20 cm, beside a hand of 18 cm'],
    [{ width: 140, length: 200 }, 'box', 140, 200, '140 × 200 cm, beside a doorway of 90 × 200 cm'],
    [{ width: 130, length: 210 }, 'box', 210, 130, '130 × 210 cm, beside a doorway of 90 × 200 cm'],
    [{ across: 26, height: 20 }, 'box', 26, 20, '26 cm across, 20 cm high, beside a hand of 18 cm'],
    [{ across: 30 }, 'round', 30, 30, '30 cm across, beside a hand of 18 cm'],
    [{ height: 45 }, 'line', 0, 45, '45 cm high, beside a hand of 18 cm'],
    [{ height: 46 }, 'line', 0, 46, '46 cm high, beside a doorway of 90 × 200 cm'],
    [{ length: 60 }, 'line', 60, 0, '60 cm long, beside a doorway of 90 × 200 cm'],
    [{ width: 60, length: 40, height: 75 }, 'box', 60, 75, '60 × 40 × 75 cm, beside a doorway of 90 × 200 cm'],
  ])('%j is drawn as a %s of %d by %d cm', (facts, shape, width, height, text) => {
    expect(scaleOf(facts)).toMatchObject({ shape, width, height, text })
  })

  test.each<FactValues[]>([[{}], [{ netQuantity: '400 g' }], [{ length: 1001, width: 20 }], [{ across: 0.4 }]])(
    '%j is not drawn',
    (facts) => {
      expect(scaleOf(facts)).toBeUndefined()
    },
  )
})
