import { z } from 'zod'
import { changeParcel } from '#features/orders/parcels/parcels.contract.ts'
import { parcelStatuses } from '#features/orders/parcels/parcels.states.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText } from '#shared/text.ts'
import { appError, message } from '../workshop.messages.ts'

export const parcelGone = appError('WORKSHOP_PARCEL_GONE', 404)
export const parcelElsewhere = appError('WORKSHOP_PARCEL_ELSEWHERE', 409)
export const parcelNotPacked = appError('WORKSHOP_PARCEL_NOT_PACKED', 409)
export const trackingTaken = appError('WORKSHOP_TRACKING_TAKEN', 409)

/** One that the producer sends by themselves: with their own goods of an order and nothing else of it. */
export const WorkshopParcel = z.object({
  _id: z.string(),
  /** On the slip: H1024-1. */
  code: z.string(),
  status: z.enum(parcelStatuses),
  town: z.string(),
  /** Whose it is, only while it is packed and not sent. Never e-mail or phone. */
  to: z
    .object({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      state: z.string(),
      zipcode: z.string(),
      country: z.string(),
    })
    .nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), picture: ProductPicture.nullable() })),
  /** What the courier is to collect; 0: it is paid. */
  cash: Rupees,
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  confirmedAt: IsoTime,
  packedAt: IsoTime.optional(),
  sentAt: IsoTime.optional(),
})
export type WorkshopParcel = z.output<typeof WorkshopParcel>

const own = { access: 'producer', people: 'helpers too' } as const

/** Open ones: to pack and to send, the oldest first. Others: the newest first. */
export const listOwnParcels = endpoint('GET', '/api/workshop/parcels', {
  ...own,
  summary: 'The parcels that the producer sends',
  query: z.object({ state: z.enum(['open', 'gone']).default('open'), page: Page }),
  response: z.object({ parcels: z.array(WorkshopParcel), ...pageFields }),
})

const OfParcel = z.object({ id: Id })

export const getOwnParcel = endpoint('GET', '/api/workshop/parcel/:id', {
  ...own,
  summary: 'One parcel that the producer sends',
  params: OfParcel,
  response: z.object({ parcel: WorkshopParcel }),
  errors: [parcelGone],
})

const Moved = z.object({ message: z.string(), parcel: WorkshopParcel })

/** Idempotent. */
export const packOwnParcel = endpoint('POST', '/api/workshop/parcel/:id/packed', {
  ...own,
  summary: 'Say that a parcel is packed',
  params: OfParcel,
  response: Moved,
  errors: [parcelGone, parcelElsewhere],
})

const paper = {
  ...own,
  params: OfParcel,
  isHeavy: true,
  file: 'application/pdf',
  errors: [parcelGone, parcelNotPacked],
} as const

/** Slip and label have the shopper's address: they are there while the parcel is packed and not sent. */
export const getOwnSlip = endpoint('GET', '/api/workshop/parcel/:id/slip.pdf', {
  ...paper,
  summary: 'The slip of a packed parcel, in the language of who asks',
})

export const getOwnLabel = endpoint('GET', '/api/workshop/parcel/:id/label.pdf', {
  ...paper,
  summary: 'The label of a packed parcel, in the language of who asks',
})

const { trackingNumber } = changeParcel.body.shape

/** Idempotent. The shopper gets a mail. */
export const sendOwnParcel = endpoint('POST', '/api/workshop/parcel/:id/sent', {
  ...own,
  summary: 'Say that a parcel has left, by which courier and under which number',
  params: OfParcel,
  body: z.object({
    courier: personText(message('WORKSHOP_COURIER'), 60),
    trackingNumber,
  }),
  response: Moved,
  errors: [parcelGone, parcelElsewhere, trackingTaken],
})

export const getToday = endpoint('GET', '/api/workshop/today', {
  ...own,
  summary: 'What waits in the workshop',
  response: z.object({
    /** With the first few of each. */
    toPack: z.object({ count: z.int(), parcels: z.array(WorkshopParcel) }),
    toSend: z.object({ count: z.int(), parcels: z.array(WorkshopParcel) }),
    /** Due and not paid yet, and what comes later; null for a helper. */
    money: z.object({ due: Rupees, later: Rupees }).nullable(),
    isSuspended: z.boolean(),
  }),
})
