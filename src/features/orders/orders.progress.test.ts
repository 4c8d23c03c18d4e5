import { describe, expect, it } from 'vitest'
import type { Order, OrderEvent } from './orders.contract.ts'
import { isJustPlaced, progressOf, THANKED_MS } from './orders.progress.ts'
import { isGivenUp, type OrderStatus } from './orders.states.ts'

const placed = new Date('2026-11-22T10:00:00Z')
const event = (status: OrderStatus, at: Date): OrderEvent => ({ at, by: 'seller', text: status, status })
const later = (hours: number) => new Date(placed.getTime() + hours * 60 * 60 * 1000)

describe('progressOf', () => {
  it('has what is done, what is now with its time, and what is to come', () => {
    const history = [event('Order Placed', placed), event('Confirmed', later(1)), event('Packed', later(20))]
    expect(progressOf({ status: 'Packed', history })).toEqual([
      { name: 'Order placed', short: 'Placed', state: 'done', at: placed },
      { name: 'Confirmed', short: 'Confirmed', state: 'done', at: later(1) },
      { name: 'Packed', short: 'Packed', state: 'now', at: later(20) },
      { name: 'Shipped', short: 'Shipped', state: 'to come', at: undefined },
      { name: 'Delivered', short: 'Delivered', state: 'to come', at: undefined },
    ])
  })

  it('ends when the order has arrived', () => {
    const states = progressOf({ status: 'Delivered', history: [] })?.map(({ state }) => state)
    expect(states).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it.each(['Awaiting payment', 'Cancelled', 'Returned'] as const)('is nothing for an order that is %s', (status) => {
    expect(progressOf({ status, history: [event('Order Placed', placed)] })).toBeUndefined()
  })
})

describe('isJustPlaced', () => {
  const order: Pick<Order, 'status' | 'history' | 'createdAt'> = {
    status: 'Order Placed',
    history: [event('Order Placed', placed)],
    createdAt: placed,
  }
  const after = (ms: number) => new Date(placed.getTime() + ms)

  it('holds for an hour, whatever is done to the order meanwhile', () => {
    expect(isJustPlaced(order, after(THANKED_MS - 1))).toBe(true)
    expect(isJustPlaced({ ...order, status: 'Confirmed' }, after(1))).toBe(true)
    expect(isJustPlaced(order, after(THANKED_MS))).toBe(false)
  })

  it('counts from the payment where the order was paid later', () => {
    const paidLater = {
      ...order,
      history: [event('Awaiting payment', placed), event('Order Placed', after(THANKED_MS))],
    }
    expect(isJustPlaced(paidLater, after(THANKED_MS + 1))).toBe(true)
  })

  it.each(['Awaiting payment', 'Cancelled', 'Returned'] as const)('does not hold for one that is %s', (status) => {
    expect(isJustPlaced({ ...order, status }, after(1))).toBe(false)
  })
})

describe('isGivenUp', () => {
  const givenUp = { paymentType: 'Online', status: 'Cancelled', isPaid: false } as const
  it('holds where the shopper went to pay and did not', () => {
    expect(isGivenUp(givenUp)).toBe(true)
  })
  it.each([
    ['was paid', { isPaid: true }],
    ['is cash on delivery', { paymentType: 'COD' }],
    ['still awaits the payment', { status: 'Awaiting payment' }],
    ['was paid with the wrong amount', { wrongPayment: {} }],
  ] as const)('does not hold where the order %s', (_, change) => {
    expect(isGivenUp({ ...givenUp, ...change })).toBe(false)
  })
})
