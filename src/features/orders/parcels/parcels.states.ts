import type { OrderStatus } from '../orders.states.ts'

export const parcelStatuses = [
  'To pack',
  'Packed',
  'Shipped',
  'Delivered',
  'Refused',
  'Lost',
  'Returned',
  'Cancelled',
] as const
export type ParcelStatus = (typeof parcelStatuses)[number]

/** Parcels on their way or delivered, the least advanced first, with the order's status for each. */
const ways = [
  ['To pack', 'Confirmed'],
  ['Packed', 'Packed'],
  ['Shipped', 'Shipped'],
  ['Delivered', 'Delivered'],
] as const satisfies readonly (readonly [ParcelStatus, OrderStatus])[]

export const toParcelStatus = (status: OrderStatus): ParcelStatus | undefined =>
  ways.find(([, ofOrder]) => ofOrder === status)?.[0] ?? (status === 'Returned' ? status : undefined)

export const isParcelOff = (status: ParcelStatus) => ways.every(([way]) => way !== status)

/**
 * The status of an order: its least advanced parcel's. Refused, lost, returned and cancelled ones count only when there are no others: Returned once
 * none is on its way back, Shipped before.
 */
export function orderStatusOf(parcels: readonly { status: ParcelStatus }[]): OrderStatus {
  for (const [way, status] of ways) if (parcels.some((parcel) => parcel.status === way)) return status
  if (parcels.some(({ status }) => status === 'Refused')) return 'Shipped'
  return parcels.every(({ status }) => status === 'Cancelled') ? 'Cancelled' : 'Returned'
}

/** "H1024-1": what a label's bar code says, and what a person types from it. */
export const parcelCode = (orderNumber: number, parcelNumber: number) => `H${orderNumber}-${parcelNumber}`

export const trackingKey = (trackingNumber: string) => trackingNumber.toUpperCase().replace(/[^A-Z0-9]/g, '')
