import { z } from 'zod'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
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
import { appError } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { text, visibleLine } from '#shared/text.ts'
import { canBePaid } from './returns.pay-to.ts'

export const MAX_PHOTOS = 4
const MAX_PHOTO_BYTES = 10 * 1024 * 1024
export const MAX_REASON = 1000
export const MAX_ANSWER = 1000

export const returnNotFound = appError('RETURN_NOT_FOUND', 404, 'This return was not found')
export const photoNotFound = appError('PHOTO_NOT_FOUND', 404, 'This photo was not found')
export const notDelivered = appError('NOT_DELIVERED', 409, (name?: string) =>
  name === undefined
    ? 'None of your orders has been delivered yet. You can ask for a return once one has'
    : `${name} has not been delivered. A return can be asked for once it has`,
)
export const notReturnable = appError(
  'NOT_RETURNABLE',
  409,
  (name: string, supportEmail: string) =>
    `${name} cannot be returned, except if it came damaged. Then write to ${supportEmail}, with a photo`,
)
/** `last` is like "28 November"; undefined without returns. */
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
/** `what` says its state, by whom and since when. */
export const cannotMoveReturn = appError('CANNOT_MOVE_RETURN', 409, (what: string) => `${what}. Nothing was changed`)
export const refundFirst = appError(
  'REFUND_FIRST',
  409,
  'Refund the money first: by UPI or bank transfer, and enter the reference of the transfer',
)
export const tooManyCame = appError(
  'TOO_MANY_CAME',
  409,
  (name: string, most: number) => `Only ${most} of ${name} are in this return`,
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

const MAX_PAY_TO = 200
/** One line, such as "name@bank" or "1234 5678 9012, SBIN0001234"; empty is none. */
const PayTo = z
  .string()
  .overwrite(visibleLine)
  .trim()
  .max(MAX_PAY_TO, `Use at most ${MAX_PAY_TO} characters`)
  .refine(
    (typed) => typed === '' || canBePaid(typed),
    'Enter a UPI ID like name@bank, or an account number and its IFSC',
  )
  .transform((typed) => typed || undefined)

const AskReturn = z.object({
  order: Id,
  items: z
    .array(z.object({ product: Id, quantity: Pieces }), { error: 'Choose what to return' })
    .min(1, 'Choose what to return')
    .max(MAX_LINES, `Choose at most ${MAX_LINES} products`),
  reason: text('why, in a sentence', MAX_REASON),
  wish: z.enum(returnWishes, { error: 'Choose refund or exchange' }),
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
    maxBytes: MAX_PHOTO_BYTES,
    tooMany: `Send at most ${MAX_PHOTOS} photos`,
    tooLarge: 'A photo can have at most 10 MB',
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
  params: z.object({ id: Id, place: z.string().regex(/^[1-9]$/, 'Photos are counted from 1') }),
  file: 'image/webp',
  errors: [photoNotFound],
} as const
export const getMyReturnPhoto = endpoint('GET', '/api/return/user/:id/photo/:place', { ...photo, access: 'user' })
export const getReturnPhoto = endpoint('GET', '/api/return/seller/:id/photo/:place', { ...photo, access: 'seller' })

/** Views by the seller's next step: answer, await goods, refund; or none. */
export const returnViews = ['asked', 'accepted', 'arrived', 'done'] as const
export type ReturnView = (typeof returnViews)[number]

/** Newest first, 25 a page. `q` searches as for orders. `counts` are of the returns that fit `q` and `order`. */
export const listReturns = endpoint('GET', '/api/return/seller', {
  access: 'seller',
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
  summary: 'How many returns wait for the shop',
  response: z.object({ count: z.int() }),
})

/** `broken` of the `quantity` cannot be sold. */
const Came = z
  .object({
    product: Id,
    quantity: z.int({ error: 'Enter how many came as a whole number' }).min(0, 'At least 0 came').max(MAX_QUANTITY),
    broken: z.int({ error: 'Enter how many are broken as a whole number' }).min(0).max(MAX_QUANTITY).default(0),
  })
  .refine(({ quantity, broken }) => broken <= quantity, { path: ['broken'], error: 'No more can be broken than came' })

/**
 * Makes one step; idempotent. `arrived` puts pieces in stock, `damaged` writes them off; both refund card payments unless exchanged. `came`, if not
 * all came whole, has the number of each product: others did not come and can be asked for again; one good piece makes it arrived, else damaged.
 * `closed` refunds cash under a `reference` or sends the pieces again; with a `method` it refunds an exchange. `from`: the state that the caller saw.
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
      faulty: z.boolean().optional(),
      came: z.array(Came).max(MAX_LINES).optional(),
      method: z.enum(refundMethods, { error: 'Choose card, upi or bank' }).optional(),
      reference: TransferReference.optional(),
    })
    .check(({ value: { to, message = '', method, reference = '', came }, issues }) => {
      const miss = (field: string, sentence: string) =>
        issues.push({ code: 'custom', input: '', path: [field], message: sentence })
      if (to === 'declined' && message === '') miss('message', 'Write why: the shopper reads it')
      if (came !== undefined && to !== 'arrived' && to !== 'damaged') miss('came', 'Say what came when it is there')
      if (came?.every(({ quantity }) => quantity === 0)) miss('came', 'Where nothing came, decline the return')
      if (to === 'closed' && method !== undefined && method !== 'card' && reference === '')
        miss('reference', 'Enter the reference of the transfer')
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
  ],
})
