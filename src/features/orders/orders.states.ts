import { minus, NO_MONEY, type Paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'

export const orderStatuses = [
  'Awaiting payment',
  'Order Placed',
  'Confirmed',
  'Packed',
  'Shipped',
  'Delivered',
  'Cancelled',
  'Returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Who does something to an order. `payment`: the payment service has confirmed it; `shop`: the shop by itself. */
export const orderActors = ['shopper', 'seller', 'payment', 'shop'] as const
export type OrderActor = (typeof orderActors)[number]

export const endedStatuses: readonly OrderStatus[] = ['Delivered', 'Cancelled', 'Returned']

/** Goods that stay in the shop, or came back, need no payment. */
export const isOff = (status: OrderStatus) => status === 'Cancelled' || status === 'Returned'

/** An order that is neither paid nor to be paid in cash is not a sale. */
export const isSale = (order: { status: OrderStatus; isPaid: boolean }) =>
  order.isPaid || (order.status !== 'Awaiting payment' && order.status !== 'Cancelled')

interface PaidOrder {
  paymentType: 'COD' | 'Online'
  isPaid: boolean
}

export const isGivenUp = (order: PaidOrder & { status: OrderStatus; wrongPayment?: object | undefined }) =>
  order.paymentType === 'Online' && order.status === 'Cancelled' && !order.isPaid && order.wrongPayment === undefined

/** Cash marked as received can be unmarked so long, unless some of it was refunded. */
export const UNDO_CASH_MS = DAY_MS
export const canUndoCash = (order: PaidOrder & { paidAt?: Date | undefined; refunded: Paise }, now: Date) =>
  order.paymentType === 'COD' &&
  order.isPaid &&
  order.refunded === 0 &&
  order.paidAt !== undefined &&
  now.getTime() - order.paidAt.getTime() < UNDO_CASH_MS

/** Refunded by itself when the order is cancelled or returned, in paise; cash is refunded by hand. */
export const goesBackPaise = (order: PaidOrder & { amount: Paise; refunded: Paise }) =>
  order.paymentType === 'Online' && order.isPaid ? minus(order.amount, order.refunded) : NO_MONEY
