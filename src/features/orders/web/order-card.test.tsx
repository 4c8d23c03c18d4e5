import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
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
  history: [],
  createdAt: new Date(0),
}

/** The text of an order on the shopper's page. */
function textOf(order: Order) {
  const Page = createRoutesStub([
    { path: '/', Component: () => <OrderCard order={order} lazy={false} asked={false} allLines="/my-orders" /> },
  ])
  return renderToStaticMarkup(<Page />).replace(/<[^>]+>/g, ' ')
}

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
