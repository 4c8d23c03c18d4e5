import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { isShortened } from '#shared/reading/rewritten-identifiers.ts'
import { Parcel } from '../orders.contract.ts'
import { MAX_MOVED } from '../orders.desk.ts'
import { cashTooEarly } from '../seller-orders.contract.ts'
import { trackingKey } from './parcels.states.ts'

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

/** Only an order can become Confirmed, only a parcel sent in exchange Cancelled. */
export const moveTargets = [
  'Confirmed',
  'Packed',
  'Shipped',
  'Delivered',
  'Refused',
  'Lost',
  'Returned',
  'Cancelled',
] as const
export type MoveTarget = (typeof moveTargets)[number]

const Ids = z.array(Id).max(MAX_MOVED, `At most ${MAX_MOVED} at once`).optional()

/** Moves orders (all parcels that are behind) and parcels, each by itself. `good`, with Returned: true is in stock again, false written off. */
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
      if (to === 'Cancelled' && orders.length > 0)
        issues.push({ code: 'custom', input: to, path: ['to'], message: 'Orders are cancelled one by one' })
    }),
  response: z.object({
    message: z.string(),
    /** Results are in the order asked for: orders, then parcels. */
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

/** Omitted fields stay; null or spaces empty one. A link is http(s). */
export const changeParcel = endpoint('PATCH', '/api/parcel/:id', {
  access: 'seller',
  summary: 'Say with which courier a parcel goes',
  params: z.object({ id: Id }),
  body: z.object({
    courier: Text(60, 'The courier'),
    trackingNumber: Text(60, 'The tracking number')
      .refine((number) => !number || trackingKey(number) !== '', { error: 'Use letters and digits only' })
      .refine((number) => !number || !isShortened(number), {
        error: 'A spreadsheet has shortened this number. Write it out',
      }),
    trackingUrl: Text(500, 'The link').refine((link) => !link || /^https?:\/\/\S+$/.test(link), {
      error: 'The link begins with https://',
    }),
  }),
  response: z.object({ message: z.string(), parcel: Parcel }),
  errors: [parcelNotFound, trackingNumberUsed],
})

/** A seller gives up cash that came short; the rest is the shop's loss. */
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
