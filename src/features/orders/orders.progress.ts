import { HOUR_MS } from '#shared/time.ts'
import type { Order, Parcel } from './orders.contract.ts'

/** The way of an order and of each of its parcels; `short` is for a phone. */
const way = [
  { status: 'Order Placed', parcel: undefined, name: 'Order placed', short: 'Placed' },
  { status: 'Confirmed', parcel: 'To pack', name: 'Confirmed', short: 'Confirmed' },
  { status: 'Packed', parcel: 'Packed', name: 'Packed', short: 'Packed' },
  { status: 'Shipped', parcel: 'Shipped', name: 'Shipped', short: 'Shipped' },
  { status: 'Delivered', parcel: 'Delivered', name: 'Delivered', short: 'Delivered' },
] as const

export interface ProgressStep {
  name: string
  short: string
  /** `now`: the order is here and goes on. */
  state: 'done' | 'now' | 'to come'
  at?: Date | undefined
}

type Moved = Pick<Order, 'status' | 'history'>

/** When the order last came to this status; undefined where its history does not say. */
export const reachedAt = ({ history }: Pick<Order, 'history'>, status: Order['status']) =>
  history.findLast((event) => event.status === status)?.at

/** All steps, for something at step number `here`; undefined where that is no step. */
function stepsTo(here: number, moments: readonly (Date | undefined)[]): ProgressStep[] | undefined {
  if (here < 0) return undefined
  const last = way.length - 1
  return way.map(({ name, short }, place) => ({
    name,
    short,
    state: place < here || here === last ? 'done' : place === here ? 'now' : 'to come',
    at: place <= here ? moments[place] : undefined,
  }))
}

/** How far an order is; undefined where it is not paid yet, cancelled or returned. */
export const progressOf = (order: Moved) =>
  stepsTo(
    way.findIndex(({ status }) => status === order.status),
    way.map(({ status }) => reachedAt(order, status)),
  )

export type ParcelMoments = Pick<Parcel, 'status' | 'confirmedAt' | 'packedAt' | 'shippedAt' | 'deliveredAt'>

/** How far a parcel is; undefined when refused, lost, returned or cancelled. */
export const progressOfParcel = (
  { status, confirmedAt, packedAt, shippedAt, deliveredAt }: ParcelMoments,
  placedAt: Date | undefined,
) =>
  stepsTo(
    way.findIndex(({ parcel }) => parcel === status),
    [placedAt, confirmedAt, packedAt, shippedAt, deliveredAt],
  )

/** When the shopper placed the order, or paid it where it is paid online. */
export const placedAt = (order: Pick<Order, 'history' | 'createdAt'>) =>
  reachedAt(order, 'Order Placed') ?? order.createdAt

export const THANKED_MS = HOUR_MS

/** Was it placed (or paid, if online) within the last hour, and is it on its way? */
export const isJustPlaced = (order: Moved & Pick<Order, 'createdAt'>, now: Date) =>
  progressOf(order) !== undefined && now.getTime() - placedAt(order).getTime() < THANKED_MS
