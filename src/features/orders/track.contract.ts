import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Order, Parcel } from './orders.contract.ts'

export const trackingLinkUnknown = appError('TRACKING_LINK_UNKNOWN', 404, 'This link leads to no parcel of ours')

/** What anybody who has its link may see of a parcel: our own steps and the courier's link. No name, no place, no money. */
export const TrackedParcel = Parcel.pick({
  number: true,
  status: true,
  courier: true,
  trackingNumber: true,
  trackingUrl: true,
  confirmedAt: true,
  packedAt: true,
  shippedAt: true,
  deliveredAt: true,
  endedAt: true,
}).extend({
  /** How many parcels its order has. */
  parcels: z.int(),
  /** How many pieces are in it. */
  pieces: z.int(),
  placedAt: Order.shape.createdAt,
  delivery: Order.shape.delivery,
})
export type TrackedParcel = z.output<typeof TrackedParcel>

/** The token of a parcel's `trackPath`. */
export const trackParcel = endpoint('GET', '/api/track/:token', {
  access: 'public',
  rate: 'track',
  summary: 'Where a parcel is',
  params: z.object({ token: z.string().max(200) }),
  response: z.object({ parcel: TrackedParcel }),
  errors: [trackingLinkUnknown],
})
