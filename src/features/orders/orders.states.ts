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

/**
 * What a move does besides changing the status: pieces bought leave the cart; stock that was taken comes back, or is written off;
 * money paid online goes back; what was invoiced is credited; the checkout is closed.
 */
export type MoveEffect = 'empties cart' | 'stock back' | 'money back' | 'credited' | 'closes checkout'

export interface OrderMove {
  from: readonly OrderStatus[]
  to: OrderStatus
  by: readonly OrderActor[]
  effects: readonly MoveEffect[]
  /** What the shopper is told by mail; nothing without it. Each move stands in the order's history. */
  mail?: 'Placed' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Returned'
}

/** Every move there is; server/move-order.ts makes them. */
export const orderMoves: readonly OrderMove[] = [
  { from: ['Awaiting payment'], to: 'Order Placed', by: ['payment'], effects: ['empties cart'], mail: 'Placed' },
  { from: ['Order Placed'], to: 'Confirmed', by: ['seller'], effects: [] },
  { from: ['Confirmed'], to: 'Packed', by: ['seller'], effects: [] },
  { from: ['Packed'], to: 'Shipped', by: ['seller'], effects: [], mail: 'Shipped' },
  { from: ['Shipped'], to: 'Delivered', by: ['seller'], effects: [], mail: 'Delivered' },
  {
    from: ['Awaiting payment'],
    to: 'Cancelled',
    by: ['shopper', 'seller', 'shop'],
    // No mail said that it was placed, so no mail says that it was cancelled.
    effects: ['stock back', 'closes checkout'],
  },
  {
    from: ['Order Placed', 'Confirmed'],
    to: 'Cancelled',
    by: ['shopper', 'seller'],
    effects: ['stock back', 'money back', 'credited'],
    mail: 'Cancelled',
  },
  {
    // Refused, lost on its way, or sent back by the shopper.
    from: ['Shipped', 'Delivered'],
    to: 'Returned',
    by: ['seller'],
    effects: ['stock back', 'money back', 'credited'],
    mail: 'Returned',
  },
]

/** The move between two states, if this actor may make it. */
export const findMove = (from: OrderStatus, to: OrderStatus, by: OrderActor) =>
  orderMoves.find((move) => move.from.includes(from) && move.to === to && move.by.includes(by))

/** Where this actor may take an order. */
export const movesBy = (by: OrderActor, from: OrderStatus) =>
  orderMoves.flatMap((move) => (move.from.includes(from) && move.by.includes(by) ? [move.to] : []))

/** The shopper may cancel before the order is packed. */
export const canCancel = (status: OrderStatus) => movesBy('shopper', status).includes('Cancelled')

/** The order is finished: delivered, cancelled or returned. */
export const endedStatuses: readonly OrderStatus[] = ['Delivered', 'Cancelled', 'Returned']

/** Goods that stay in the shop, or came back to it, are not paid for any more. */
export const isOff = (status: OrderStatus) => status === 'Cancelled' || status === 'Returned'

/** An order that nobody has paid or promised to pay in cash is not a sale yet, or never became one. */
export const isSale = (order: { status: OrderStatus; isPaid: boolean }) =>
  order.isPaid || (order.status !== 'Awaiting payment' && order.status !== 'Cancelled')

interface PaidOrder {
  paymentType: 'COD' | 'Online'
  isPaid: boolean
}

/** The shopper went to pay and did not: no money came for it, and none goes back. */
export const isGivenUp = (order: PaidOrder & { status: OrderStatus; wrongPayment?: object | undefined }) =>
  order.paymentType === 'Online' && order.status === 'Cancelled' && !order.isPaid && order.wrongPayment === undefined

/** The courier has the parcel, so its cash may have been collected. */
export const canTakeCash = ({ paymentType, isPaid, status }: PaidOrder & { status: OrderStatus }) =>
  paymentType === 'COD' && !isPaid && (status === 'Shipped' || status === 'Delivered')

/** Cash that was marked as received by mistake can be taken back so long, unless some of it was refunded. */
export const UNDO_CASH_MS = DAY_MS
export const canUndoCash = (order: PaidOrder & { paidAt?: Date | undefined; refunded: Paise }, now: Date) =>
  order.paymentType === 'COD' &&
  order.isPaid &&
  order.refunded === 0 &&
  order.paidAt !== undefined &&
  now.getTime() - order.paidAt.getTime() < UNDO_CASH_MS

/** What is refunded without being asked for when the order is cancelled or returned, in paise. Cash is refunded by hand. */
export const goesBackPaise = (order: PaidOrder & { amount: Paise; refunded: Paise }) =>
  order.paymentType === 'Online' && order.isPaid ? minus(order.amount, order.refunded) : NO_MONEY
