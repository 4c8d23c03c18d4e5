import { describe, expect, it } from 'vitest'
import {
  awayText,
  deliveryDates,
  deliveryDatesText,
  deliveryDaysOf,
  deliveryText,
  fromReturn,
  latestDays,
  sentFromText,
} from './catalog.delivery.ts'

const usual = { from: 4, to: 8 }

describe('delivery', () => {
  it('is counted in Indian days from the order', () => {
    expect(deliveryDates(usual, new Date('2026-11-22T12:00:00Z'))).toEqual({ from: '2026-11-26', to: '2026-11-30' })
  })

  it('begins a day later from midnight in India, which is 18:30 in Greenwich', () => {
    const one = { from: 1, to: 1 }
    expect(deliveryDates(one, new Date('2026-11-22T18:29:59Z')).from).toBe('2026-11-23')
    expect(deliveryDates(one, new Date('2026-11-22T18:30:00Z')).from).toBe('2026-11-24')
  })

  it.each([
    [usual, 'Delivered in 4 to 8 days'],
    [{ from: 5, to: 5 }, 'Delivered in 5 days'],
    [{ from: 1, to: 1 }, 'Delivered in 1 day'],
  ])('of %o days reads "%s"', (days, text) => {
    expect(deliveryText(days)).toBe(text)
  })

  it.each([
    ['2026-11-26', '2026-11-30', '26 to 30\u00a0November'],
    ['2026-11-28', '2026-12-02', '28\u00a0November to 2\u00a0December'],
    ['2026-12-30', '2027-01-03', '30\u00a0December to 3\u00a0January'],
    ['2026-11-26', '2026-11-26', '26\u00a0November'],
    ['2026-11-05', '2026-11-09', '5 to 9\u00a0November'],
  ])('from %s to %s reads "%s"', (from, to, text) => {
    expect(deliveryDatesText({ from, to })).toBe(text)
  })

  it('takes the days of the product where it has its own', () => {
    expect(deliveryDaysOf('10-14', usual)).toEqual({ from: 10, to: 14 })
    expect(deliveryDaysOf(null, usual)).toEqual(usual)
    expect(deliveryDaysOf(undefined, usual)).toEqual(usual)
  })

  it('of several products ends with the latest', () => {
    expect(latestDays([usual, { from: 2, to: 12 }, { from: 6, to: 7 }])).toEqual({ from: 6, to: 12 })
  })
})

describe('what is ordered while a maker is on holiday', () => {
  const noon = new Date('2026-12-02T06:30:00Z')
  it.each([
    ['2026-12-15', { from: 17, to: 21 }],
    ['2026-12-03', { from: 5, to: 9 }],
    // Back already, though the page was made before.
    ['2026-12-02', { from: 4, to: 8 }],
    [undefined, { from: 4, to: 8 }],
  ])('counts its days from the return on %s', (backOn, days) => {
    expect(fromReturn({ from: 4, to: 8 }, backOn, noon)).toEqual(days)
  })

  it('is told with the day', () => {
    expect(awayText('2026-12-15')).toBe('The maker is on holiday. Back on 15\u00a0December')
    expect(sentFromText('2026-12-15')).toBe('The maker is on holiday. It is sent from 15\u00a0December on')
  })
})
