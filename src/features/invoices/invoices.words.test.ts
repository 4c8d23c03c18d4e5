import { expect, it } from 'vitest'
import { paperNumber } from '#features/orders/paper-number.ts'
import { paise } from '#shared/money.ts'
import type { CreditNote } from './invoices.contract.ts'
import {
  buyerLines,
  type Paper,
  paperFacts,
  paperFileName,
  paperTitle,
  paymentInWords,
  sellerLines,
} from './invoices.words.ts'

const place = { city: 'Bengaluru', state: 'Karnataka', zipcode: '560038', country: 'India' }
const address = { firstName: 'Ananya', lastName: 'Rao', street: '7 Church Street', ...place }

const paper = (paymentType: 'COD' | 'Online', isPaid: boolean, more: Partial<CreditNote> = {}): Paper => ({
  number: 12,
  issuedAt: new Date('2026-11-21T10:00:00Z'),
  seller: ['Haat'],
  storeName: 'Haat',
  order: {
    _id: 'x',
    number: 1001,
    items: [],
    subtotal: paise(10000),
    tax: paise(200),
    amount: paise(10200),
    address,
    paymentType,
    isPaid,
    createdAt: new Date('2026-11-20T10:00:00Z'),
  },
  ...more,
})
const creditNote = { invoice: 123, reason: 'Returned' } as const

it('numbers have six digits, and more when they need them', () => {
  expect([1, 123, 999_999, 1_234_567].map(paperNumber)).toEqual(['000001', '000123', '999999', '1234567'])
})

it('an invoice and a credit note of the same number have names of their own', () => {
  const [invoice, note] = [paper('COD', false), paper('COD', false, creditNote)]
  expect([invoice, note].map(paperTitle)).toEqual(['Invoice 000012', 'Credit note 000012'])
  expect([invoice, note].map(paperFileName)).toEqual(['invoice-000012.pdf', 'credit-note-000012.pdf'])
  expect(paperFacts(note)).toEqual(['Date 21 November 2026', 'For invoice 000123', 'Order #1001'])
})

it.each<[string, Paper]>([
  ['Cash on delivery: ₹102.00 to pay when it arrives.', paper('COD', false)],
  ['Paid in cash on delivery.', paper('COD', true)],
  ['Paid online.', paper('Online', true)],
  ['The goods came back. ₹102.00 is not owed any more.', paper('COD', false, creditNote)],
  [
    'The order was cancelled. ₹102.00 is refunded to the buyer.',
    paper('Online', true, { ...creditNote, reason: 'Cancelled' }),
  ],
  [
    'The price of these goods is refunded. ₹102.00 is refunded to the buyer.',
    paper('COD', true, { ...creditNote, reason: 'Refunded' }),
  ],
])('"%s" stands on the paper it belongs to', (words, written) => {
  expect(paymentInWords(written)).toBe(words)
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

it('an account that was deleted before its order was numbered leaves the place and no empty lines', () => {
  const nobody = { ...address, firstName: 'Deleted', lastName: 'account', street: '' }
  expect(buyerLines({ address: nobody })).toEqual(['Deleted account', 'Bengaluru, Karnataka 560038', 'India'])
})
