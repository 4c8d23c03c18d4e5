import type { ParcelStatus } from './parcels.states.ts'
import type { TrackedParcel } from './track.contract.ts'

export const titles: Readonly<Record<ParcelStatus, string>> = {
  'To pack': 'Being packed',
  Packed: 'Packed, leaves next',
  Shipped: 'On its way to you',
  Delivered: 'Delivered',
  Refused: 'Not accepted at the door',
  Lost: 'Lost on its way',
  Returned: 'Back with us',
  Cancelled: 'Cancelled',
}

export const whatToDo: Readonly<Partial<Record<ParcelStatus, string>>> = {
  Refused:
    'The courier could not hand it over, so it is on its way back to us. Nothing is owed for it, and what was paid online is refunded. If it is still wanted, please order it again.',
  Lost: 'The courier cannot find it. Nothing is owed for it, and what was paid online is refunded. If it is still wanted, please order it again.',
  Returned: 'It has arrived with us again. If it is still wanted, please order it again.',
  Cancelled:
    'The order was cancelled before it was sent. Nothing is owed for it, and what was paid online is refunded.',
}

const ends: Readonly<Partial<Record<ParcelStatus, string>>> = {
  Refused: 'Not accepted at the door',
  Lost: 'Noted as lost',
  Returned: 'Came back to us',
  Cancelled: 'Cancelled',
}

export function trackedEvents(parcel: TrackedParcel) {
  const { courier, status } = parcel
  const steps = [
    { text: ends[status] ?? titles[status], at: parcel.endedAt },
    { text: 'Delivered', at: parcel.deliveredAt },
    { text: courier ? `Handed to ${courier}` : 'Handed to the courier', at: parcel.shippedAt },
    { text: 'Packed', at: parcel.packedAt },
    { text: 'Order confirmed', at: parcel.confirmedAt },
    { text: 'Order placed', at: parcel.placedAt },
  ]
  return steps.flatMap(({ text, at }) => (at ? [{ text, at }] : []))
}
