import { expect, it } from 'vitest'
import { paise, sumOf } from '#shared/money.ts'
import { priceOrder } from '../orders.pricing.ts'
import { planParcels } from './parcels.cart.ts'

const line = (sender: string | null, price: number, quantity = 1, isFood = false) => ({
  sender,
  isFood,
  offerPricePaise: paise(price),
  quantity,
})

it('is one parcel a sender, in the order in which they come first', () => {
  const lines = [line('matti', 1590_00), line(null, 100_00), line('matti', 10_00, 2), line('charkha', 1490_00, 2)]
  expect(planParcels(lines)).toEqual([
    { sender: 'matti', isFood: false, costs: paise(1642_20) },
    { sender: null, isFood: false, costs: paise(102_00) },
    { sender: 'charkha', isFood: false, costs: paise(3039_60) },
  ])
})

it('has parcels that cost together what the order does, to the paisa', () => {
  const lines = [line('one', 33), line('two', 33), line(null, 33), line('one', 99_99, 7)]
  const parcels = planParcels(lines)
  expect(parcels).toHaveLength(3)
  expect(sumOf(parcels.map(({ costs }) => costs))).toBe(priceOrder(lines).totalPaise)
})

it('has a parcel more for food, also of a sender with other goods', () => {
  const lines = [
    line('matti', 100_00, 1, true),
    line('matti', 10_00),
    line(null, 10_00, 1, true),
    line('matti', 5_00, 1, true),
  ]
  expect(planParcels(lines)).toEqual([
    { sender: 'matti', isFood: true, costs: paise(107_10) },
    { sender: 'matti', isFood: false, costs: paise(10_20) },
    { sender: null, isFood: true, costs: paise(10_20) },
  ])
})

it('is nothing for an empty cart', () => {
  expect(planParcels([])).toEqual([])
})
