import { z } from 'zod'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { finding as orderFinding } from '#features/orders/orders.messages.ts'
import { refundMethods } from '#features/orders/refunds/refunds.pieces.ts'
import { refundStates } from '#features/orders/refunds/refunds.states.ts'
import { returnStates, returnWishes } from '#features/orders/returns.states.ts'
import {
  notPaidByCard,
  referenceOfLostOrder,
  referenceUsed,
  TransferReference,
} from '#features/orders/seller-orders.contract.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { askAgain } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'
import { numberInText } from '#shared/reading/number-in-text.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { text, visibleLine } from '#shared/text.ts'
import { appError, finding, message } from './returns.messages.ts'
import { canBePaid } from './returns.pay-to.ts'

export const MAX_PHOTOS = 4
const MAX_PHOTO_MB = 10
export const MAX_REASON = 1000
export const MAX_ANSWER = 1000

export const returnNotFound = appError('RETURN_NOT_FOUND', 404)
export const photoNotFound = appError('PHOTO_NOT_FOUND', 404)
export const notDelivered = appError('NOT_DELIVERED', 409)
export const notReturnable = appError('NOT_RETURNABLE', 409)
export const tooLateToReturn = appError('TOO_LATE_TO_RETURN', 409)
export const tooManyToReturn = appError('TOO_MANY_TO_RETURN', 409)
export const tooManyReturns = appError('TOO_MANY_RETURNS', 409)
/** `what` says its state, by whom and since when. */
export const cannotMoveReturn = appError('CANNOT_MOVE_RETURN', 409)
export const refundFirst = appError('REFUND_FIRST', 409)
/** A transfer that needs a second yes waits as a refund of the order does. */
export const refundAtOrder = appError('REFUND_AT_ORDER', 409)
export const tooManyCame = appError('TOO_MANY_CAME', 409)
export const saysWhereTo = appError('SAYS_WHERE_TO', 400)

const Pieces = z
  .int({ error: finding('RETURN_PIECES_NOT_WHOLE') })
  .min(1, finding('RETURN_PIECES_TOO_FEW'))
  .max(MAX_QUANTITY, finding('RETURN_PIECES_TOO_MANY', { most: MAX_QUANTITY }))

const MAX_PAY_TO = 200
/** One line, such as "name@bank" or "1234 5678 9012, SBIN0001234"; empty is none. */
const PayTo = z
  .string()
  .overwrite(visibleLine)
  .trim()
  .max(MAX_PAY_TO, finding('RETURN_TEXT_TOO_LONG', { most: MAX_PAY_TO }))
  .refine((typed) => typed === '' || canBePaid(typed), finding('PAY_TO_FORM'))
  .transform((typed) => typed || undefined)

const AskReturn = z.object({
  order: Id,
  items: z
    .array(z.object({ product: Id, quantity: Pieces }), { error: finding('RETURN_NOTHING_CHOSEN') })
    .min(1, finding('RETURN_NOTHING_CHOSEN'))
    .max(MAX_LINES, finding('RETURN_TOO_LONG', { most: MAX_LINES })),
  reason: text(message('RETURN_REASON'), MAX_REASON),
  wish: z.enum(returnWishes, { error: finding('RETURN_WISH_UNKNOWN') }),
  /** Where cash goes: a UPI ID, or account number and IFSC. */
  payTo: PayTo.optional(),
})
export type AskReturn = z.output<typeof AskReturn>

export const ReturnPhoto = z.object({ url: z.string(), width: z.int(), height: z.int() })

export const Return = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), number: z.int(), paymentType: z.enum(['COD', 'Online']) }),
  items: z.array(
    z.object({
      product: z.object({ _id: z.string(), name: z.string(), category: z.string(), images: z.array(ProductPicture) }),
      producer: z.string().optional(),
      quantity: z.int(),
      /** How many pieces came, and how many of those cannot be sold; known once the goods are here. */
      came: z.int().optional(),
      broken: z.int().optional(),
    }),
  ),
  /** Who asked, as the order was addressed; for sellers only. */
  shopper: z.object({ name: z.string(), phone: z.string(), country: z.string(), email: z.string() }).optional(),
  /** What the pieces cost with their share of the tax. */
  worth: Rupees,
  wish: z.enum(returnWishes),
  /** The shopper's wish for the cash, until done. */
  payTo: z.string().optional(),
  reason: z.string(),
  photos: z.array(ReturnPhoto),
  state: z.enum(returnStates),
  answer: z.string().optional(),
  askedAt: IsoTime,
  /** Since when it has its state. */
  changedAt: IsoTime,
  /** The seller; for sellers only. */
  changedBy: z.string().optional(),
  /** The maker's fault; for sellers only. */
  faulty: z.boolean().optional(),
  /** Money to send by hand once the goods are here; for sellers only. */
  due: Rupees.optional(),
  /** Money that goes back in one refund or several; `queued` while one of them is. */
  refund: z.object({ amount: Rupees, method: z.enum(refundMethods), state: z.enum(refundStates) }).optional(),
  ...ofDemo,
})
export type Return = z.output<typeof Return>

const Answered = z.object({ message: z.string(), return: Return })

/** Asks to return pieces of an order, each once, within the days after its Indian day of delivery. `data` is JSON, with up to 4 photos. */
export const askReturn = endpoint('POST', '/api/return', {
  access: 'user',
  rate: 'returnRequest',
  isHeavy: true,
  summary: 'Ask to return pieces of an order',
  input: 'multipart',
  form: {
    json: 'data',
    isJsonEnough: true,
    file: 'photos',
    most: MAX_PHOTOS,
    maxBytes: MAX_PHOTO_MB * 1024 * 1024,
    tooMany: message('RETURN_TOO_MANY_PHOTOS', { most: MAX_PHOTOS }),
    tooLarge: message('RETURN_PHOTO_TOO_LARGE', { mostMb: MAX_PHOTO_MB }),
  },
  body: AskReturn,
  status: 201,
  response: Answered,
  errors: [orderNotFound, notDelivered, notReturnable, tooLateToReturn, tooManyToReturn, tooManyReturns],
})

/** The shopper's, newest first, 25 a page. With `order` those of one order, and what can still be returned. */
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
          /** Why no piece can be returned. */
          why: z.string().optional(),
        }),
      )
      .optional(),
  }),
  errors: [orderNotFound],
})

/** Until the shop has answered; idempotent. */
export const withdrawReturn = endpoint('POST', '/api/return/:id/withdraw', {
  access: 'user',
  summary: 'Take a return back',
  params: z.object({ id: Id }),
  response: Answered,
  errors: [returnNotFound, cannotMoveReturn],
})

const photo = {
  summary: 'A photo of a return',
  params: z.object({
    id: Id,
    place: numberInText(z.string().regex(/^[1-9]$/, finding('RETURN_PHOTO_PLACE')), { minimum: 1, maximum: 9 }),
  }),
  file: 'image/webp',
  errors: [photoNotFound],
} as const
export const getMyReturnPhoto = endpoint('GET', '/api/return/user/:id/photo/:place', { ...photo, access: 'user' })
export const getReturnPhoto = endpoint('GET', '/api/return/seller/:id/photo/:place', {
  ...photo,
  access: 'seller',
  rights: ['orders'],
})

/** Views by the seller's next step: answer, await goods, refund; or none. */
export const returnViews = ['asked', 'accepted', 'arrived', 'done'] as const
export type ReturnView = (typeof returnViews)[number]

/** Newest first, 25 a page. `q` searches as for orders. `counts` are of the returns that fit `q` and `order`. */
export const listReturns = endpoint('GET', '/api/return/seller', {
  access: 'seller',
  rights: ['orders'],
  summary: 'All returns, newest first',
  query: z.object({ q: Search, view: z.enum(returnViews).optional(), order: Id.optional(), page: Page }),
  response: z.object({
    returns: z.array(Return),
    ...pageFields,
    counts: z.object({ all: z.int(), asked: z.int(), accepted: z.int(), arrived: z.int(), done: z.int() }),
  }),
})

/** Those that wait for an answer, or for money once the goods are here. */
export const countWaitingReturns = endpoint('GET', '/api/return/waiting', {
  access: 'seller',
  rights: ['orders'],
  summary: 'How many returns wait for the shop',
  response: z.object({ count: z.int() }),
})

/** `broken` of the `quantity` cannot be sold. */
const Came = z
  .object({
    product: Id,
    quantity: z
      .int({ error: finding('CAME_NOT_WHOLE') })
      .min(0, finding('CAME_TOO_FEW'))
      .max(MAX_QUANTITY),
    broken: z
      .int({ error: finding('BROKEN_NOT_WHOLE') })
      .min(0)
      .max(MAX_QUANTITY)
      .default(0),
  })
  .refine(({ quantity, broken }) => broken <= quantity, { path: ['broken'], error: finding('BROKEN_TOO_MANY') })

/**
 * Makes one step; idempotent. `arrived` puts pieces in stock, `damaged` writes them off; both refund card payments unless exchanged. `came`, if not
 * all came whole, has the number of each product: others did not come and can be asked for again; one good piece makes it arrived, else damaged.
 * `closed` refunds cash under a `reference` or sends the pieces again; with a `method` it refunds an exchange. `from`: the state that the caller saw.
 */
export const moveReturn = endpoint('PATCH', '/api/return/:id', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Answer a return, or take it on',
  params: z.object({ id: Id }),
  body: z
    .object({
      to: z.enum(['accepted', 'declined', 'arrived', 'damaged', 'closed'], { error: orderFinding('NO_SUCH_STEP') }),
      from: z.enum(returnStates).optional(),
      message: z
        .string()
        .trim()
        .max(MAX_ANSWER, finding('RETURN_TEXT_TOO_LONG', { most: MAX_ANSWER }))
        .optional(),
      faulty: z.boolean().optional(),
      came: z.array(Came).max(MAX_LINES).optional(),
      method: z.enum(refundMethods, { error: orderFinding('REFUND_METHOD_UNKNOWN') }).optional(),
      reference: TransferReference.optional(),
    })
    .check(({ value: { to, message = '', method, reference = '', came }, issues }) => {
      const miss = (field: string, found: string) =>
        issues.push({ code: 'custom', input: '', path: [field], message: found })
      if (to === 'declined' && message === '') miss('message', finding('DECLINE_REASON_MISSING'))
      if (came !== undefined && to !== 'arrived' && to !== 'damaged') miss('came', finding('CAME_TOO_EARLY'))
      if (came?.every(({ quantity }) => quantity === 0)) miss('came', finding('CAME_NOTHING'))
      if (to === 'closed' && method !== undefined && method !== 'card' && reference === '')
        miss('reference', orderFinding('REFERENCE_MISSING'))
    }),
  response: Answered,
  errors: [
    returnNotFound,
    cannotMoveReturn,
    refundFirst,
    tooManyCame,
    notPaidByCard,
    referenceUsed,
    referenceOfLostOrder,
    saysWhereTo,
    refundAtOrder,
    askAgain,
  ],
})
