import { z } from 'zod'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { refundMethods } from '#features/orders/orders.refunds.ts'
import { refundStates } from '#features/orders/refunds.states.ts'
import { returnStates, returnWishes } from '#features/orders/returns.states.ts'
import { notPaidByCard, referenceUsed, TransferReference } from '#features/orders/seller-orders.contract.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { text } from '#shared/text.ts'

export const MAX_PHOTOS = 4
const MAX_PHOTO_BYTES = 10 * 1024 * 1024
export const MAX_REASON = 1000
export const MAX_ANSWER = 1000

export const returnNotFound = appError('RETURN_NOT_FOUND', 404, 'This return was not found')
export const photoNotFound = appError('PHOTO_NOT_FOUND', 404, 'This photo was not found')
export const notDelivered = appError(
  'NOT_DELIVERED',
  409,
  (name: string) => `${name} has not been delivered. A return can be asked for once it has`,
)
export const notReturnable = appError(
  'NOT_RETURNABLE',
  409,
  (name: string, supportEmail: string) =>
    `${name} cannot be returned, except if it came damaged. Then write to ${supportEmail}, with a photo`,
)
/** `last` is like "28 November"; undefined where there are no returns. */
export const tooLateToReturn = appError(
  'TOO_LATE_TO_RETURN',
  409,
  (name: string, last: string | undefined, supportEmail: string) =>
    `${last === undefined ? `${name} cannot be returned` : `${name} could be returned until ${last}`}. If something is wrong with it, write to ${supportEmail}`,
)
export const tooManyToReturn = appError('TOO_MANY_TO_RETURN', 409, (name: string, left: number) =>
  left === 0
    ? `${name} is refunded or in a return already`
    : `Only ${left} of ${name} can still be returned: the others are refunded or in a return already`,
)
export const tooManyReturns = appError(
  'TOO_MANY_RETURNS',
  409,
  (supportEmail: string) => `You have asked for many returns of this order. Please write to ${supportEmail}`,
)
/** `what` says its state now, by whom and since when. */
export const cannotMoveReturn = appError('CANNOT_MOVE_RETURN', 409, (what: string) => `${what}. Nothing was changed`)
export const refundFirst = appError(
  'REFUND_FIRST',
  409,
  'Refund the money first: by UPI or bank transfer, and enter the reference of the transfer',
)
export const cashNotCome = appError(
  'CASH_NOT_COME',
  409,
  'The cash for this order has not come yet. Note it as received, then refund it',
)
export const saysWhereTo = appError(
  'SAYS_WHERE_TO',
  400,
  'Write where it is to be sent: the shop has no address in its settings',
)

const Pieces = z
  .int({ error: 'Enter how many as a whole number' })
  .min(1, 'Return at least 1')
  .max(MAX_QUANTITY, `Return at most ${MAX_QUANTITY}`)

const AskReturn = z.object({
  order: Id,
  items: z
    .array(z.object({ product: Id, quantity: Pieces }), { error: 'Choose what to return' })
    .min(1, 'Choose what to return')
    .max(MAX_LINES, `Choose at most ${MAX_LINES} products`),
  reason: text('why, in a sentence', MAX_REASON),
  wish: z.enum(returnWishes, { error: 'Choose refund or exchange' }),
})
export type AskReturn = z.output<typeof AskReturn>

export const ReturnPhoto = z.object({ url: z.string(), width: z.int(), height: z.int() })

export const Return = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), number: z.int(), paymentType: z.enum(['COD', 'Online']) }),
  items: z.array(
    z.object({
      product: z.object({ _id: z.string(), name: z.string(), category: z.string(), images: z.array(ProductPicture) }),
      quantity: z.int(),
    }),
  ),
  wish: z.enum(returnWishes),
  reason: z.string(),
  photos: z.array(ReturnPhoto),
  state: z.enum(returnStates),
  /** What the shop wrote to it. */
  answer: z.string().optional(),
  askedAt: IsoTime,
  /** When it got its present state. */
  changedAt: IsoTime,
  /** Which seller has changed it last; for sellers only. */
  changedBy: z.string().optional(),
  /** The maker's fault; for sellers only. */
  faulty: z.boolean().optional(),
  /** What is to be sent for it by hand; for sellers only, once the goods are there. */
  due: Rupees.optional(),
  /** The money that goes back for it. */
  refund: z.object({ amount: Rupees, method: z.enum(refundMethods), state: z.enum(refundStates) }).optional(),
})
export type Return = z.output<typeof Return>

const Answered = z.object({ message: z.string(), return: Return })

/**
 * Pieces of one order, each once, within the days to return, by the Indian day of the delivery. A form: `data` as JSON and up to 4
 * photos; without photos JSON alone will do.
 */
export const askReturn = endpoint('POST', '/api/return', {
  access: 'user',
  summary: 'Ask to return pieces of an order',
  input: 'multipart',
  form: {
    json: 'data',
    isJsonEnough: true,
    file: 'photos',
    most: MAX_PHOTOS,
    maxBytes: MAX_PHOTO_BYTES,
    tooMany: `Send at most ${MAX_PHOTOS} photos`,
    tooLarge: 'A photo can have at most 10 MB',
  },
  body: AskReturn,
  status: 201,
  response: Answered,
  errors: [orderNotFound, notDelivered, notReturnable, tooLateToReturn, tooManyToReturn, tooManyReturns],
})

/** The shopper's own, newest first, 25 a page. With `order` those of one order, and what of it can still be returned. */
export const listMyReturns = endpoint('GET', '/api/return/user', {
  access: 'user',
  summary: "The shopper's returns, newest first",
  query: z.object({ order: Id.optional(), page: Page }),
  response: z.object({
    returns: z.array(Return),
    ...pageFields,
    left: z
      .array(
        z.object({
          product: z.string(),
          quantity: z.int(),
          /** Why not, where there are none. */
          why: z.string().optional(),
        }),
      )
      .optional(),
  }),
  errors: [orderNotFound],
})

/** Until the shop has answered. The same again changes nothing. */
export const withdrawReturn = endpoint('POST', '/api/return/:id/withdraw', {
  access: 'user',
  summary: 'Take a return back',
  params: z.object({ id: Id }),
  response: Answered,
  errors: [returnNotFound, cannotMoveReturn],
})

const photo = {
  summary: 'A photo of a return',
  params: z.object({ id: Id, place: z.string().regex(/^[1-9]$/, 'Photos are counted from 1') }),
  file: 'image/webp',
  errors: [photoNotFound],
} as const
export const getMyReturnPhoto = endpoint('GET', '/api/return/user/:id/photo/:place', { ...photo, access: 'user' })
export const getReturnPhoto = endpoint('GET', '/api/return/seller/:id/photo/:place', { ...photo, access: 'seller' })

/** What the seller has to do with them: answer, wait for the goods, give back the money; or nothing any more. */
export const returnViews = ['asked', 'accepted', 'arrived', 'done'] as const
export type ReturnView = (typeof returnViews)[number]

/** Newest first, 25 a page. `counts` are those of all orders, or of `order`. */
export const listReturns = endpoint('GET', '/api/return/seller', {
  access: 'seller',
  summary: 'All returns, newest first',
  query: z.object({ view: z.enum(returnViews).optional(), order: Id.optional(), page: Page }),
  response: z.object({
    returns: z.array(Return),
    ...pageFields,
    counts: z.object({ all: z.int(), asked: z.int(), accepted: z.int(), arrived: z.int(), done: z.int() }),
  }),
})

/** Returns that wait for a person: for an answer, or for the money once the goods are there. */
export const countWaitingReturns = endpoint('GET', '/api/return/waiting', {
  access: 'seller',
  summary: 'How many returns wait for the shop',
  response: z.object({ count: z.int() }),
})

/**
 * One step; the same again changes nothing. `arrived` puts the pieces back into stock, `damaged` writes them off; what was paid by card is
 * refunded with it, unless they are exchanged. `closed` refunds cash, sent by UPI or bank under a `reference`, or sends the same
 * pieces again; with a `method`, an exchange is refunded instead. `from` is the state that the caller saw.
 */
export const moveReturn = endpoint('PATCH', '/api/return/:id', {
  access: 'seller',
  summary: 'Answer a return, or take it on',
  params: z.object({ id: Id }),
  body: z
    .object({
      to: z.enum(['accepted', 'declined', 'arrived', 'damaged', 'closed'], { error: 'There is no such step' }),
      from: z.enum(returnStates).optional(),
      message: z.string().trim().max(MAX_ANSWER, `Use at most ${MAX_ANSWER} characters`).optional(),
      /** The maker's fault. */
      faulty: z.boolean().optional(),
      method: z.enum(refundMethods, { error: 'Choose card, upi or bank' }).optional(),
      reference: TransferReference.optional(),
    })
    .check(({ value: { to, message = '', method, reference = '' }, issues }) => {
      const miss = (field: string, sentence: string) =>
        issues.push({ code: 'custom', input: '', path: [field], message: sentence })
      if (to === 'declined' && message === '') miss('message', 'Write why: the shopper reads it')
      if (to === 'closed' && method !== undefined && method !== 'card' && reference === '')
        miss('reference', 'Enter the reference of the transfer')
    }),
  response: Answered,
  errors: [returnNotFound, cannotMoveReturn, refundFirst, cashNotCome, notPaidByCard, referenceUsed, saysWhereTo],
})
