import { expect, it } from 'vitest'
import type { OrderStatus } from '#features/orders/orders.states.ts'
import { buyerLines, invoiceFileName, invoiceNumber, paymentInWords, sellerLines } from './invoices.words.ts'

it('numbers have six digits, and more when they need them', () => {
  expect([1, 123, 999_999, 1_234_567].map(invoiceNumber)).toEqual(['000001', '000123', '999999', '1234567'])
  expect(invoiceFileName(123)).toBe('invoice-000123.pdf')
})

it.each<[string, string, OrderStatus, 'COD' | 'Online', boolean, number]>([
  ['Cash on delivery: ₹102.00 to pay when it arrives.', 'on its way', 'Shipped', 'COD', false, 0],
  ['Paid in cash on delivery.', 'delivered', 'Delivered', 'COD', true, 0],
  ['Cancelled, nothing to pay.', 'cancelled', 'Cancelled', 'COD', false, 0],
  ['Paid online.', 'paid', 'Order Placed', 'Online', true, 0],
  ['Paid online. ₹51.00 of it paid back.', 'paid back in part', 'Delivered', 'Online', true, 5100],
  ['Paid online. All of it paid back.', 'paid back', 'Cancelled', 'Online', true, 10200],
])('"%s" stands on the invoice of an order that is %s', (words, _, status, paymentType, isPaid, refunded) => {
  const order = { status, paymentType, isPaid, refunded, amount: 10200 }
  expect(paymentInWords(order)).toBe(words)
})

it('the legal name stands first where there is one, else the name of the shop', () => {
  const shop = { storeName: 'Haat', supportEmail: 'support@haat.example' }
  expect(sellerLines({ ...shop, legal: {} })).toEqual(['Haat', 'support@haat.example'])
  expect(sellerLines({ ...shop, legal: { name: 'Haat Pvt. Ltd.', address: 'Bengaluru' } })).toEqual([
    'Haat Pvt. Ltd.',
    'Haat',
    'Bengaluru',
    'support@haat.example',
  ])
})

it('an account that was deleted leaves the place and no empty lines', () => {
  const place = { city: 'Bengaluru', state: 'Karnataka', zipcode: '560038', country: 'India' }
  const address = { firstName: 'Deleted', lastName: 'account', email: '', street: '', phone: '', ...place }
  expect(buyerLines({ address })).toEqual(['Deleted account', 'Bengaluru, Karnataka 560038', 'India'])
})
