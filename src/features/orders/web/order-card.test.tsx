import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CartProvider } from '#features/cart/web/cart-context.tsx'
import { paise } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { OrderCard } from './order-card.tsx'

const cancelled: Order = {
  _id: 'an-order',
  number: 1001,
  items: [],
  lineCount: 0,
  subtotal: paise(200_00),
  tax: paise(4_00),
  amount: paise(204_00),
  address: {
    ...{ firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com', phone: '9845012345' },
    ...{ street: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', zipcode: '560001', country: 'India' },
  },
  paymentType: 'Online',
  delivery: null,
  status: 'Cancelled',
  isPaid: false,
  refunded: paise(0),
  hasInvoice: false,
  creditNotes: [],
  returns: [],
  shares: null,
  parcels: [],
  hasProblem: false,
  history: [],
  createdAt: new Date(0),
}

/** The text of an order on the shopper's page. */
function textOf(order: Order) {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <CartProvider>
          <OrderCard order={order} lazy={false} asked={false} allLines="/my-orders" />
        </CartProvider>
      ),
    },
  ])
  return renderToStaticMarkup(<Page />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const placed = new Date('2026-11-22T10:00:00Z')
const packed: Order = {
  ...cancelled,
  paymentType: 'COD',
  status: 'Packed',
  delivery: { from: '2026-11-26', to: '2026-11-30' },
  history: [
    { at: placed, by: 'shopper', text: 'Order placed', status: 'Order Placed' },
    { at: placed, by: 'seller', text: 'Confirmed', status: 'Confirmed' },
    { at: new Date('2026-11-24T10:00:00Z'), by: 'seller', text: 'Packed', status: 'Packed' },
  ],
}

describe('an order on its way', () => {
  it('says when it arrives and how far it is', () => {
    const text = textOf(packed)
    expect(text).toContain('With you 26 to 30 November')
    expect(text).toMatch(/Placed Order placed , done 22 Nov .*Packed Packed 24 Nov .*Delivered 26 to 30 November/)
    expect(text).toContain('Tax (2%) ₹4.00')
    expect(text).toContain('Buy again')
  })

  it('says no days that it does not know', () => {
    expect(textOf({ ...packed, delivery: null, history: [] })).not.toMatch(/With you|22 Nov/)
  })

  it('is one line, with its way to look at, once it has arrived', () => {
    const arrived = {
      at: new Date('2026-11-27T10:00:00Z'),
      by: 'seller',
      text: 'Delivered',
      status: 'Delivered',
    } as const
    const text = textOf({ ...packed, status: 'Delivered', history: [...packed.history, arrived] })
    expect(text).toContain('Delivered 27 November 2026. Show its way')
    expect(text).not.toContain('With you')
  })
})

describe('an order that is off', () => {
  const off = (status: 'Cancelled' | 'Returned', by: 'shopper' | 'seller', change: Partial<Order> = {}) =>
    textOf({ ...packed, status, history: [...packed.history, { at: placed, by, text: status, status }], ...change })

  it('says who cancelled it and what becomes of the money, and has no line', () => {
    const text = off('Cancelled', 'shopper')
    expect(text).toContain('You cancelled this order on 22 November 2026. There is nothing to pay.')
    expect(text).toContain('Put back into the cart')
    expect(text).not.toMatch(/With you|Placed Order placed/)
    expect(off('Cancelled', 'seller', { isPaid: true, refunded: paise(204_00) })).toContain(
      'We cancelled this order on 22 November 2026. ₹204.00 is refunded.',
    )
  })

  it('says that it came back', () => {
    expect(off('Returned', 'seller', { isPaid: true })).toContain('This order came back to us on 22 November 2026. ')
  })
})

describe('an order that was cancelled', () => {
  it('is not charged when nothing was paid', () => {
    expect(textOf(cancelled)).toContain('Not charged')
  })

  it.each([
    ['queued', 'All of it is being refunded.', 'Refunded'],
    ['done', 'All of it was refunded.', 'Refunded'],
    ['failed', 'It could not be refunded. Please write to us.', 'Refund failed'],
  ] as const)('says what was paid instead of its price: refund %s', (refund, said, pill) => {
    const text = textOf({ ...cancelled, wrongPayment: { paid: '₹50.00', refund } })
    expect(text).toContain(`₹50.00 was paid for this order, which costs ₹204.00. ${said}`)
    expect(text).toContain(pill)
    expect(text).not.toContain('Not charged')
  })
})
