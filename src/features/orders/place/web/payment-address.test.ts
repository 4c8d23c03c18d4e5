import { expect, it } from 'vitest'
import { paymentAddress } from './payment-address.ts'

it.each([
  ['http://localhost:3000/test-checkout/1', '/test-checkout/1'],
  ['https://checkout.stripe.com/c/pay/1', 'https://checkout.stripe.com/c/pay/1'],
  ['http://localhost:30001/pay/1', 'http://localhost:30001/pay/1'],
])('goes to pay from a shop at http://localhost:3000 at %s by %s', (url, address) => {
  expect(paymentAddress(url, 'http://localhost:3000')).toBe(address)
})
