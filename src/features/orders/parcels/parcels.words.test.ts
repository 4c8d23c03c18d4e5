import { describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { someOrder, someParcel } from '../testing/some-order.ts'
import type { ParcelStatus } from './parcels.states.ts'
import { partingText, paymentWords, sendersText } from './parcels.words.ts'

const cod: Order = { ...someOrder, paymentType: 'COD', status: 'Shipped', amount: paise(204_00) }
const withParcels = (...statuses: ParcelStatus[]): Order => ({
  ...cod,
  parcels: statuses.map((status) => ({ ...someParcel, status, cash: paise(102_00) })),
})

describe('the payment of an order, to the seller, is Paid or Pending', () => {
  it.each<[string, Order, string]>([
    ['before it is confirmed', { ...cod, status: 'Order Placed' }, 'Pending, collect ₹204.00 in cash'],
    ['on its way', withParcels('Shipped', 'Packed'), 'Pending, collect ₹204.00 in cash'],
    ['one parcel refused', withParcels('Shipped', 'Refused'), 'Pending, collect ₹102.00 in cash'],
    ['all refused', withParcels('Refused', 'Lost'), 'Pending, nothing to collect'],
    ['returned', { ...cod, status: 'Returned' }, 'Pending, nothing to collect'],
    ['cash came', { ...cod, isPaid: true }, 'Paid (cash)'],
    ['some went back', { ...cod, isPaid: true, refunded: paise(50_00) }, 'Paid (cash), ₹50.00 refunded'],
    ['all went back', { ...cod, isPaid: true, refunded: paise(204_00) }, 'Paid (cash), refunded'],
    ['by card', { ...cod, paymentType: 'Online', isPaid: true }, 'Paid (online)'],
    [
      'awaits payment',
      { ...cod, paymentType: 'Online', status: 'Awaiting payment' },
      'Pending, not paid yet, do not send it',
    ],
    ['never paid', { ...cod, paymentType: 'Online', status: 'Cancelled' }, 'Pending, nothing to collect'],
  ])('%s', (_, order, words) => {
    expect(paymentWords(order)).toBe(words)
  })
})

describe('why a cart comes in several parcels', () => {
  const from = (sender: string | null, isFood = false) => ({ sender, isFood })
  it.each([
    [[from(null), from('asha')], 'Comes in 2 parcels. Each sender packs their own.'],
    [[from(null), from(null, true)], 'Comes in 2 parcels. Food travels in a parcel of its own.'],
    [
      [from(null), from('asha', true), from('asha')],
      'Comes in 3 parcels. Each sender packs their own. Food travels in a parcel of its own.',
    ],
  ])('%j', (parcels, words) => {
    expect(partingText(parcels)).toBe(words)
  })

  it('an order says it of its parcels, too', () => {
    const parcels = [{ sender: null }, { sender: null, food: true as const }]
    expect(sendersText(parcels, 'Haat')).toBe(
      '2 parcels: from Haat and from Haat. Food travels in a parcel of its own.',
    )
    expect(sendersText([{ sender: null, food: true }], 'Haat')).toBe('')
  })
})
