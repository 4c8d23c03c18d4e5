import { z } from 'zod'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Order, Parcel } from '../orders.contract.ts'
import { appError } from '../orders.messages.ts'

export const trackingLinkUnknown = appError('TRACKING_LINK_UNKNOWN', 404)

/** The public view of a parcel: our own steps and the courier's link; no name, place or money. */
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
  parcels: z.int(),
  pieces: z.int(),
  placedAt: Order.shape.createdAt,
  delivery: Order.shape.delivery,
  ...ofDemo,
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
