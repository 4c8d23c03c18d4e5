import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import type { Message } from '#shared/messages.ts'
import { cursorFields, Limit, Since } from '#shared/paging.ts'
import { isShortened } from '#shared/reading/rewritten-identifiers.ts'
import { Parcel } from '../orders.contract.ts'
import { MAX_MOVED } from '../orders.desk.ts'
import { appError, finding, message } from '../orders.messages.ts'
import { cashTooEarly } from '../seller-orders.contract.ts'
import { trackingKey } from './parcels.states.ts'

export const parcelNotFound = appError('PARCEL_NOT_FOUND', 404)
export const cannotMoveParcel = appError('CANNOT_MOVE_PARCEL', 409)
export const trackingNumberUsed = appError('TRACKING_NUMBER_USED', 409)
export const nothingToLetGo = appError('NOTHING_TO_LET_GO', 409)
export const saysGoodOrNot = appError('SAYS_GOOD_OR_NOT', 400)

/** In the order in which something happened to them, or to their order as a whole, last, 100 at most. */
export const listChangedParcels = endpoint('GET', '/api/parcel', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Parcels that changed since a cursor',
  isHeavy: true,
  query: z.object({ since: Since.default(''), limit: Limit }),
  response: z.object({
    parcels: z.array(Parcel.extend({ order: z.object({ _id: z.string(), number: z.int() }) })),
    ...cursorFields,
  }),
})

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

const tooManyMoved = finding('TOO_MANY_TO_MOVE', { most: MAX_MOVED })
const Ids = z.array(Id).max(MAX_MOVED, tooManyMoved).optional()

/** Moves orders (all parcels that are behind) and parcels, each by itself. `good`, with Returned: true is in stock again, false written off. */
export const moveParcels = endpoint('POST', '/api/parcel/move', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Move orders and parcels on',
  body: z
    .object({
      orders: Ids,
      parcels: Ids,
      to: z.enum(moveTargets, { error: finding('NO_SUCH_STEP') }),
      good: z.boolean().optional(),
    })
    .check(({ value: { orders = [], parcels = [], to }, issues }) => {
      const say = (field: 'orders' | 'to', found: string) =>
        issues.push({ code: 'custom', input: field === 'to' ? to : orders, path: [field], message: found })
      const count = orders.length + parcels.length
      if (count === 0) say('orders', finding('NOTHING_TO_MOVE'))
      if (count > MAX_MOVED) say('orders', tooManyMoved)
      if (to === 'Confirmed' && parcels.length > 0) say('to', finding('ONLY_ORDERS_CONFIRMED'))
      if (to === 'Cancelled' && orders.length > 0) say('to', finding('CANCELLED_ONE_BY_ONE'))
    }),
  response: z.object({
    message: z.string(),
    /** Results are in the order asked for: orders, then parcels. */
    results: z.array(z.object({ _id: z.string(), ok: z.boolean(), message: z.string() })),
  }),
  errors: [saysGoodOrNot],
})

const Text = (most: number, of: Message) =>
  z
    .string()
    .trim()
    .max(most, finding('PARCEL_TEXT_TOO_LONG', { of, most }))
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, finding('PARCEL_TEXT_SIGNS', { of }))
    .nullable()
    .optional()

/** Omitted fields stay; null or spaces empty one. A link is http(s). */
export const changeParcel = endpoint('PATCH', '/api/parcel/:id', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Say with which courier a parcel goes',
  params: z.object({ id: Id }),
  body: z.object({
    courier: Text(60, message('THE_COURIER')),
    trackingNumber: Text(60, message('THE_TRACKING_NUMBER'))
      .refine((number) => !number || trackingKey(number) !== '', { error: finding('TRACKING_NUMBER_SIGNS') })
      .refine((number) => !number || !isShortened(number), {
        error: finding('TRACKING_NUMBER_SHORTENED'),
      }),
    trackingUrl: Text(500, message('THE_LINK')).refine((link) => !link || /^https?:\/\/\S+$/.test(link), {
      error: finding('TRACKING_LINK_FORM'),
    }),
  }),
  response: z.object({ message: z.string(), parcel: Parcel }),
  errors: [parcelNotFound, trackingNumberUsed],
})

const MAX_LET_GO_REASON = 200
/** A seller gives up cash that came short; the rest is the shop's loss. */
export const letGoOfCash = endpoint('POST', '/api/parcel/:id/let-go', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Expect no more cash for a parcel',
  params: z.object({ id: Id }),
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(1, finding('LET_GO_REASON_MISSING'))
      .max(MAX_LET_GO_REASON, finding('LET_GO_REASON_TOO_LONG', { most: MAX_LET_GO_REASON })),
  }),
  response: z.object({ message: z.string() }),
  errors: [parcelNotFound, nothingToLetGo, cashTooEarly],
})
