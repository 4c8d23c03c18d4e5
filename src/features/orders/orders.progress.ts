import { HOUR_MS } from '#shared/time.ts'
import type { Order } from './orders.contract.ts'

/** The way of an order; `short` is for a phone. */
const way = [
  { status: 'Order Placed', name: 'Order placed', short: 'Placed' },
  { status: 'Confirmed', name: 'Confirmed', short: 'Confirmed' },
  { status: 'Packed', name: 'Packed', short: 'Packed' },
  { status: 'Shipped', name: 'Shipped', short: 'Shipped' },
  { status: 'Delivered', name: 'Delivered', short: 'Delivered' },
] as const

export interface ProgressStep {
  name: string
  short: string
  /** `now`: the order is here and goes on. */
  state: 'done' | 'now' | 'to come'
  /** When it got here, where that is known. */
  at?: Date | undefined
}

type Moved = Pick<Order, 'status' | 'history'>

/** When the order last came to this status; undefined where its history does not say. */
export const reachedAt = ({ history }: Pick<Order, 'history'>, status: Order['status']) =>
  history.findLast((event) => event.status === status)?.at

/** How far an order is on its way; undefined where it is not on it: not paid yet, cancelled, returned. */
export function progressOf(order: Moved): ProgressStep[] | undefined {
  const here = way.findIndex(({ status }) => status === order.status)
  if (here < 0) return undefined
  const last = way.length - 1
  return way.map(({ status, name, short }, place) => ({
    name,
    short,
    // At its end an order does not go on.
    state: place < here || here === last ? 'done' : place === here ? 'now' : 'to come',
    at: place <= here ? reachedAt(order, status) : undefined,
  }))
}

/** How long an order counts as just placed: a thank-you belongs to the moment. */
export const THANKED_MS = HOUR_MS

/** Was it placed, or paid where it is paid online, within the last hour, and is it on its way? */
export const isJustPlaced = (order: Moved & Pick<Order, 'createdAt'>, now: Date) =>
  progressOf(order) !== undefined &&
  now.getTime() - (reachedAt(order, 'Order Placed') ?? order.createdAt).getTime() < THANKED_MS
