import type { OrderStatus } from './orders.states.ts'
import type { ParcelStatus } from './parcels/parcels.states.ts'

/** Statuses of orders and parcels as people read them. The API has names of its own, which never change. */
export const statusEn: Readonly<Record<OrderStatus | ParcelStatus, string>> = {
  'Awaiting payment': 'Awaiting payment',
  'Order Placed': 'Order Placed',
  Confirmed: 'Confirmed',
  'To pack': 'To pack',
  Packed: 'Packed',
  Shipped: 'Shipped',
  Delivered: 'Delivered',
  Refused: 'Refused',
  Lost: 'Lost',
  Cancelled: 'Cancelled',
  Returned: 'Returned',
}

/** A status within a sentence. */
export const statusIn = (status: OrderStatus | ParcelStatus) => statusEn[status].toLowerCase()
