import { expect, it } from 'vitest'
import { entriesInWords, whenInLedger } from './orders.ledger.ts'

it.each([
  [[7], 'entry 7'],
  [[1, 2], 'entries 1 and 2'],
  [[1, 2, 3, 4, 1618], 'entries 1 to 4 and 1,618'],
  [[1, 2, 5, 8, 9, 10], 'entries 1, 2, 5 and 8 to 10'],
])('%j is "%s"', (numbers, said) => {
  expect(entriesInWords(numbers)).toBe(said)
})

it('says when an order will stand in the ledger', () => {
  expect(whenInLedger({ paymentType: 'Online' }, 1)).toBe('Once it is delivered, this order stands in')
  expect(whenInLedger({ paymentType: 'COD' }, 2)).toBe(
    'Once its parcels are delivered and the courier has handed over the cash, this order stands in',
  )
})
