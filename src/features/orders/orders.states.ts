/** An order's states and the moves between them (product decisions §6). */
export const orderStatuses = [
  'Awaiting payment',
  'Order Placed',
  'Confirmed',
  'Packed',
  'Shipped',
  'Delivered',
  'Cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where an order may go next, by hand. Payment moves "Awaiting payment" on, nobody else. */
export const allowedMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  'Awaiting payment': ['Cancelled'],
  'Order Placed': ['Confirmed', 'Cancelled'],
  Confirmed: ['Packed', 'Cancelled'],
  Packed: ['Shipped'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
}

/** The shopper may cancel before the order is packed. */
export const canCancel = (status: OrderStatus) => allowedMoves[status].includes('Cancelled')

/** An order that nobody has paid or promised to pay in cash is not a sale yet, or never became one. */
export const isSale = (order: { status: OrderStatus; isPaid: boolean }) =>
  order.isPaid || (order.status !== 'Awaiting payment' && order.status !== 'Cancelled')

/** What goes back to the shopper when the order is cancelled, in paise. Cash is given back by hand. */
export const goesBackPaise = (order: {
  paymentType: 'COD' | 'Online'
  isPaid: boolean
  amount: number
  refunded: number
}) => (order.paymentType === 'Online' && order.isPaid ? order.amount - order.refunded : 0)

/** Who does something to an order. `payment`: the payment service has confirmed it; `shop`: the shop by itself. */
export const orderActors = ['shopper', 'seller', 'payment', 'shop'] as const
export type OrderActor = (typeof orderActors)[number]
