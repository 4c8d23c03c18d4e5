import type { OrderStatus } from './orders.states.ts'

/** Orders and parcels that are moved at once. */
export const MAX_MOVED = 300

/** Where an order stands at the seller's desk, in the order of the work. */
export const deskTabs = ['confirm', 'pack', 'ship', 'way', 'cash', 'problems', 'done'] as const
export type DeskTab = (typeof deskTabs)[number]

export const deskTabNames: Readonly<Record<DeskTab, string>> = {
  confirm: 'To confirm',
  pack: 'To pack',
  ship: 'To ship',
  way: 'On the way',
  cash: 'Cash to come',
  problems: 'Problems',
  done: 'Done',
}

const tabOfStatus: Readonly<Record<OrderStatus, DeskTab | undefined>> = {
  'Awaiting payment': undefined,
  'Order Placed': 'confirm',
  Confirmed: 'pack',
  Packed: 'ship',
  Shipped: 'way',
  Delivered: 'done',
  Cancelled: 'done',
  Returned: 'done',
}

/** The one tab of an order; undefined while it awaits payment, when there is nothing to do. */
export function deskTabOf(order: {
  status: OrderStatus
  paymentType: 'COD' | 'Online'
  isPaid: boolean
  hasProblem: boolean
}): DeskTab | undefined {
  if (order.hasProblem) return 'problems'
  if (order.status === 'Delivered' && order.paymentType === 'COD' && !order.isPaid) return 'cash'
  return tabOfStatus[order.status]
}
