import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CartProvider } from '#features/cart/web/cart-context.tsx'
import { paise } from '#shared/money.ts'
import type { Order, Parcel } from '../orders.contract.ts'
import { someOrder as cancelled, someParcel as parcel, placed } from '../testing/some-order.ts'
import { OrderCard } from './order-card.tsx'

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
    expect(text).toContain('Delivered 27 November 2026. Track this parcel')
    expect(text).not.toContain('With you')
  })
})

const matti = { _id: 'matti', name: 'Matti Pottery Collective' }

describe('an order of parcels', () => {
  const shipped: Order = { ...packed, status: 'Shipped', parcels: [parcel] }

  it('shows its only parcel as the order', () => {
    const text = textOf(shipped)
    expect(text).toContain('With you 26 to 30 November')
    expect(text).toMatch(/Shipped Shipped 25 Nov/)
    expect(text).toContain('Speed Post EX412906331IN. Keep ₹204.00 ready.')
    expect(text).toMatch(/Track parcel of order #1001 .*Share/)
    expect(text).not.toContain('Parcel 1 of')
  })

  it('shows several with who sends them, how far each is and what it asks for', () => {
    const waits: Parcel = { ...parcel, number: 2, status: 'To pack', courier: null, trackingNumber: null }
    const text = textOf({
      ...shipped,
      parcels: [
        { ...parcel, sender: matti, cash: paise(102_00) },
        { ...waits, cash: paise(102_00) },
      ],
    })
    expect(text).toMatch(
      /Parcel 1 of 2, from Matti Pottery Collective Shipped .*Parcel 2 of 2, from the shop Confirmed/,
    )
    expect(text.match(/Keep ₹102\.00 ready\./g)).toHaveLength(2)
    expect(text.match(/Track parcel/g)).toHaveLength(1)
  })

  it('asks for no cash that came, or is not expected any more', () => {
    expect(textOf({ ...shipped, parcels: [{ ...parcel, cashReceived: paise(204_00) }] })).not.toContain('Keep')
    const part = { cashReceived: paise(4_00), cashLetGo: paise(100_00) }
    expect(textOf({ ...shipped, parcels: [{ ...parcel, ...part }] })).toContain('Keep ₹100.00 ready.')
  })

  it('is one line with the way to look at once it has arrived', () => {
    const text = textOf({
      ...shipped,
      status: 'Delivered',
      parcels: [{ ...parcel, status: 'Delivered', deliveredAt: placed }],
    })
    expect(text).toContain('Delivered 22 November 2026. Track this parcel')
    expect(text).not.toMatch(/With you|Keep|Track parcel/)
  })

  it('leads to its entries in the ledger, as soon as there are some', () => {
    const delivered: Order = { ...shipped, status: 'Delivered', parcels: [{ ...parcel, status: 'Delivered' }] }
    expect(textOf(delivered)).not.toContain('in the ledger')
    expect(textOf({ ...delivered, ledger: [1, 2] })).toContain('Your order in the ledger: entries 1 and 2')
  })

  it.each([
    ['Refused', 'This parcel was not accepted at the door on 22 November 2026. It is on its way back to us.'],
    ['Lost', 'This parcel was lost on its way.'],
    ['Returned', 'This parcel came back to us on 22 November 2026.'],
  ] as const)('says that a parcel is %s, and what becomes of the money', (status, said) => {
    const off: Parcel = { ...parcel, status, endedAt: placed }
    const text = textOf({ ...shipped, parcels: [off] })
    expect(text).toContain(`${said} There is nothing to pay for it.`)
    expect(text).not.toMatch(/With you|Track parcel|Progress/)
    const online = { paymentType: 'Online', isPaid: true, refunded: paise(102_00) } as const
    expect(textOf({ ...shipped, ...online, parcels: [off] })).toContain(`${said} ₹102.00 is refunded.`)
    const two = textOf({ ...shipped, ...online, parcels: [off, { ...parcel, number: 2 }] })
    expect(two).toContain(`${said} What you paid for it is refunded.`)
  })

  it('says who will send which parcel, and what each asks for, before it is confirmed', () => {
    const comingParcels = [
      { sender: matti, cash: paise(102_00) },
      { sender: null, cash: paise(102_00) },
    ]
    const text = textOf({ ...packed, status: 'Order Placed', comingParcels })
    expect(text).toContain(
      '2 parcels: from Matti Pottery Collective and from the shop. Keep ₹102.00 and ₹102.00 ready, one for each parcel.',
    )
    expect(textOf({ ...packed, status: 'Order Placed', comingParcels: comingParcels.slice(1) })).not.toContain('parcel')
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
