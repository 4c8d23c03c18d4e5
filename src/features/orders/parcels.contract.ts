import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Parcel } from './orders.contract.ts'
import { MAX_MOVED } from './orders.desk.ts'
import { trackingKey } from './parcels.states.ts'
import { cashTooEarly } from './seller-orders.contract.ts'

export const parcelNotFound = appError('PARCEL_NOT_FOUND', 404, 'This parcel was not found')
export const cannotMoveParcel = appError(
  'CANNOT_MOVE_PARCEL',
  409,
  (code: string, from: string, since: string, to: string) =>
    `Parcel ${code} is ${from.toLowerCase()} now${since}, and cannot become ${to.toLowerCase()}. Nothing was changed there`,
)
export const trackingNumberUsed = appError(
  'TRACKING_NUMBER_USED',
  409,
  (code: string) => `Parcel ${code} has this tracking number already`,
)
export const nothingToLetGo = appError('NOTHING_TO_LET_GO', 409, 'No cash is expected for this parcel')
export const saysGoodOrNot = appError(
  'SAYS_GOOD_OR_NOT',
  400,
  'Say whether what came back is in good order: it goes back into stock, or is written off',
)

/** Confirmed is for whole orders. */
export const moveTargets = ['Confirmed', 'Packed', 'Shipped', 'Delivered', 'Refused', 'Lost', 'Returned'] as const
export type MoveTarget = (typeof moveTargets)[number]

const Ids = z.array(Id).max(MAX_MOVED, `At most ${MAX_MOVED} at once`).optional()

/**
 * Orders (with all their parcels that are behind) and single parcels. Each by itself: one that cannot be moved says why and leaves the others
 * done; what is there already is ok and stays as it is. `good` goes with Returned: true is back in stock, false written off.
 */
export const moveParcels = endpoint('POST', '/api/parcel/move', {
  access: 'seller',
  summary: 'Move orders and parcels on',
  body: z
    .object({
      orders: Ids,
      parcels: Ids,
      to: z.enum(moveTargets, { error: 'There is no such step' }),
      good: z.boolean().optional(),
    })
    .check(({ value: { orders = [], parcels = [], to }, issues }) => {
      const count = orders.length + parcels.length
      if (count === 0) issues.push({ code: 'custom', input: orders, path: ['orders'], message: 'Choose what to move' })
      if (count > MAX_MOVED)
        issues.push({ code: 'custom', input: orders, path: ['orders'], message: `At most ${MAX_MOVED} at once` })
      if (to === 'Confirmed' && parcels.length > 0)
        issues.push({ code: 'custom', input: to, path: ['to'], message: 'Only whole orders are confirmed' })
    }),
  response: z.object({
    message: z.string(),
    /** In the order in which they were asked for: orders, then parcels. */
    results: z.array(z.object({ _id: z.string(), ok: z.boolean(), message: z.string() })),
  }),
  errors: [saysGoodOrNot],
})

const Text = (most: number, name: string) =>
  z
    .string()
    .trim()
    .max(most, `${name} has at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, `${name} is letters, digits and signs`)
    .nullable()
    .optional()

/** What is left out stays as it is; null or nothing but spaces empties it. A courier's link is http(s). */
export const changeParcel = endpoint('PATCH', '/api/parcel/:id', {
  access: 'seller',
  summary: 'Say with which courier a parcel goes',
  params: z.object({ id: Id }),
  body: z.object({
    courier: Text(60, 'The courier'),
    trackingNumber: Text(60, 'The tracking number').refine((number) => !number || trackingKey(number) !== '', {
      error: 'A tracking number has letters or digits',
    }),
    trackingUrl: Text(500, 'The link').refine((link) => !link || /^https?:\/\/\S+$/.test(link), {
      error: 'The link begins with https://',
    }),
  }),
  response: z.object({ message: z.string(), parcel: Parcel }),
  errors: [parcelNotFound, trackingNumberUsed],
})

/** A person gives up cash that came short; the rest is the shop's loss. */
export const letGoOfCash = endpoint('POST', '/api/parcel/:id/let-go', {
  access: 'seller',
  summary: 'Expect no more cash for a parcel',
  params: z.object({ id: Id }),
  body: z.object({
    reason: z.string().trim().min(1, 'Say why').max(200, 'A reason has at most 200 characters'),
  }),
  response: z.object({ message: z.string() }),
  errors: [parcelNotFound, nothingToLetGo, cashTooEarly],
})
