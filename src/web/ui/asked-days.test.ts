import { describe, expect, it } from 'vitest'
import { askedDays, daysInWords } from './asked-days.ts'

const askedBy = (address: string) => askedDays(new URLSearchParams(address))

describe('the days of the orders’ list', () => {
  it('are those that its address asks for', () => {
    const days = askedBy('from=2026-11-20&to=2026-11-22')
    expect(days).toEqual({ from: '2026-11-20', to: '2026-11-22' })
    expect(daysInWords(days)).toBe('20 Nov to 22 Nov')
    expect(daysInWords(askedBy('from=2026-11-20'))).toBe('From 20 Nov')
  })

  it.each([
    'from=</script>&to=%00',
    'from=2026-02-31',
    'from=2026-13-01&to=20261122',
    'from=2026-11-20T10:00',
    'from=&to=',
    '',
  ])('are all where the address %j names none that there is', (address) => {
    expect(daysInWords(askedBy(address))).toBe('All dates')
  })
})
