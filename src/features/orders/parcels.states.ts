import type { OrderStatus } from './orders.states.ts'

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

/** Where the shop may take a parcel. To pack and Packed become Cancelled with their order only. */
export const parcelMoves: Readonly<Record<ParcelStatus, readonly ParcelStatus[]>> = {
  'To pack': ['Packed', 'Cancelled'],
  Packed: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Refused', 'Lost', 'Returned'],
  Delivered: ['Returned'],
  // On its way back to the sender.
  Refused: ['Returned', 'Lost'],
  // Found after all.
  Lost: ['Returned'],
  Returned: [],
  Cancelled: [],
}

/** Parcels on their way to the shopper, or there, the least advanced first, and the status of an order for each. */
const ways = [
  ['To pack', 'Confirmed'],
  ['Packed', 'Packed'],
  ['Shipped', 'Shipped'],
  ['Delivered', 'Delivered'],
] as const satisfies readonly (readonly [ParcelStatus, OrderStatus])[]

/** What the parcels of an order in this state are; undefined: it has none yet, or none any more to move. */
export const toParcelStatus = (status: OrderStatus): ParcelStatus | undefined =>
  ways.find(([, ofOrder]) => ofOrder === status)?.[0] ?? (status === 'Returned' ? status : undefined)

/** Its goods are not to be with the shopper: nothing is owed for it. */
export const isParcelOff = (status: ParcelStatus) => ways.every(([way]) => way !== status)

/**
 * The status of an order that has parcels: that of the least advanced one. Refused, lost, returned and cancelled parcels do not count;
 * when all are, the order is Returned once none is on its way back, and Shipped before that.
 */
export function orderStatusOf(parcels: readonly { status: ParcelStatus }[]): OrderStatus {
  for (const [way, status] of ways) if (parcels.some((parcel) => parcel.status === way)) return status
  if (parcels.some(({ status }) => status === 'Refused')) return 'Shipped'
  return parcels.every(({ status }) => status === 'Cancelled') ? 'Cancelled' : 'Returned'
}

/** "H1024-1": what a label's bar code says, and what a person types from it. */
export const parcelCode = (orderNumber: number, parcelNumber: number) => `H${orderNumber}-${parcelNumber}`

/** A tracking number as it is compared: without spaces, dashes and small letters. */
export const trackingKey = (trackingNumber: string) => trackingNumber.toUpperCase().replace(/[^A-Z0-9]/g, '')
