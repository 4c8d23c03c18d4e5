import { z } from 'zod'
import { Address, addressNotFound } from '#features/addresses/addresses.contract.ts'
import { doNotShipTo } from '#features/addresses/addresses.rules.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { Shares } from '#features/catalog/catalog.percentages.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { appError, tooMany } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { formatRupees, type Paise, toRupees } from '#shared/money.ts'
import { Limit, Page, pageFields, Search, upTo100 } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { deskTabs } from './orders.desk.ts'
import { orderActors, orderStatuses } from './orders.states.ts'
import { parcelStatuses } from './parcels.states.ts'
import { refundStates } from './refunds.states.ts'
import { returnStates, returnWishes } from './returns.states.ts'

export const unknownProduct = appError('UNKNOWN_PRODUCT', 400, 'One of these products is not in the shop')
export const productUnavailable = appError('PRODUCT_UNAVAILABLE', 409, (name: string) => `${name} is out of stock`)
export const notEnoughStock = appError(
  'NOT_ENOUGH_STOCK',
  409,
  (name: string, left: number) => `Only ${left} of ${name} left`,
)
export const keyReused = appError('KEY_REUSED', 409, 'This Idempotency-Key was used for a different order')
export const doesNotShip = appError(
  'DOES_NOT_SHIP',
  409,
  (country: string) => `${doNotShipTo(country)}. Please choose another address`,
)
export const tooManyCodOrders = appError('TOO_MANY_COD_ORDERS', 409, (most: number, isConfirmed: boolean) =>
  isConfirmed
    ? `You have ${most} cash-on-delivery orders that we have not sent yet. Wait until one is on its way, or cancel one`
    : `You have ${most} cash-on-delivery orders that we have not sent yet. To order more, open the link in our mail to confirm your email address`,
)
/** `retryAfter` in seconds. */
export const tooManyOrders = appError(
  tooMany.code,
  tooMany.status,
  (_: number) => 'You have placed many orders in the last hour. Please try again later',
  (retryAfter) => ({ details: { retryAfter } }),
)
export const orderNotFound = appError('ORDER_NOT_FOUND', 404, 'This order was not found')
export const cannotCancel = appError(
  'CANNOT_CANCEL',
  409,
  (status: string) => `This order is ${status.toLowerCase()} and can no longer be cancelled`,
)

/** The shopper saw another total than the shop has now. `details.total` is the new one, in rupees. */
export const totalChanged = appError(
  'TOTAL_CHANGED',
  409,
  (totalPaise: Paise) => `Prices have changed. The new total is ${formatRupees(totalPaise)}`,
  (totalPaise) => ({ details: { total: toRupees(totalPaise) } }),
)

const Quantity = z
  .int({ error: 'Quantity must be a whole number' })
  .min(1, 'Quantity must be at least 1')
  .max(MAX_QUANTITY, `Quantity can be at most ${MAX_QUANTITY}`)

export const PlaceOrder = z.object({
  items: z
    .array(z.object({ product: Id, quantity: Quantity }), { error: 'Your cart is empty' })
    .min(1, 'Your cart is empty')
    .max(MAX_LINES, `An order can hold at most ${MAX_LINES} lines`),
  address: z.string({ error: 'Please select an address' }).min(1, 'Please select an address').max(64),
  /** What the shopper saw, in rupees. When it is not the server's total: 409 and no order. */
  expectedTotal: Rupees.optional(),
})
export type PlaceOrder = z.output<typeof PlaceOrder>

export const IdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[ -~]{1,255}$/, 'Idempotency-Key takes 1 to 255 characters: letters, digits and signs')
    .optional(),
})

/** What an order may be refused with, besides what is wrong with its input. */
export const placeOrderErrors = [
  addressNotFound,
  doesNotShip,
  productUnavailable,
  notEnoughStock,
  unknownProduct,
  keyReused,
  tooManyCodOrders,
  tooManyOrders,
  totalChanged,
]

/** As it is now: a repeated call is answered with the order that it placed before, which may have been cancelled since. */
export const OrderStatusName = z.enum(orderStatuses)

/** Cash on delivery. The buyer is the session's user; prices come from the catalogue, never from the request. */
export const placeCodOrder = endpoint('POST', '/api/order/cod', {
  access: 'user',
  summary: 'Place a cash-on-delivery order',
  headers: IdempotencyKey,
  body: PlaceOrder,
  response: z.object({ message: z.string(), orderId: z.string(), amount: Rupees, status: OrderStatusName }),
  errors: placeOrderErrors,
})

/** What was bought, as it was then: a copy, not the product of today. */
export const OrderedProduct = z.object({
  _id: z.string(),
  name: z.string(),
  category: z.string(),
  /** Paid for one piece. */
  offerPrice: Rupees,
  price: Rupees,
  image: z.array(z.string()),
  images: z.array(ProductPicture),
  weight: z.string().optional(),
})

/** What happened to an order, when and by whom; the oldest first. */
export const OrderEvent = z.object({
  at: IsoTime,
  by: z.enum(orderActors),
  /** Which seller; for sellers only. */
  seller: z.string().optional(),
  text: z.string(),
  /** What it led to, where it changed the order's status. */
  status: OrderStatusName.optional(),
  /** The number of the parcel that it tells of. */
  parcel: z.int().optional(),
})
export type OrderEvent = z.output<typeof OrderEvent>

/** Of a whole order: with its tax, and what is paid for pieces whose maker's price was not stated. They add up to its amount. */
export const OrderShares = Shares.extend({ tax: Rupees, unstated: Rupees })

/** What one sender packs for one order. */
export const Parcel = z.object({
  _id: z.string(),
  /** 1, 2 … in its order. */
  number: z.int(),
  /** On its label: "H1024-1". */
  code: z.string(),
  /** The producer who sends it by themselves; null: the shop. */
  sender: z.object({ _id: z.string(), name: z.string() }).nullable(),
  status: z.enum(parcelStatuses),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Its page for anybody who has the link: "/track/…". */
  trackPath: z.string(),
  /** What the courier is to collect. */
  cash: Rupees,
  cashReceived: Rupees,
  /** What is not expected any more, though it did not come. */
  cashLetGo: Rupees,
  /** What came back: true is in stock again, false was written off; null: nothing came back. */
  restocked: z.boolean().nullable(),
  items: z.array(z.object({ product: z.string(), quantity: z.int() })),
  confirmedAt: IsoTime,
  packedAt: IsoTime.optional(),
  shippedAt: IsoTime.optional(),
  deliveredAt: IsoTime.optional(),
  /** When it was refused, lost, returned or cancelled. */
  endedAt: IsoTime.optional(),
})
export type Parcel = z.output<typeof Parcel>

export const Order = z.object({
  _id: z.string(),
  /** For people: shown, printed, searched. */
  number: z.int(),
  items: z.array(
    z.object({
      product: OrderedProduct,
      quantity: z.int(),
      /** How many of them were refunded. */
      refunded: z.int(),
      /** false: it cannot be returned, except if it came damaged. */
      returnable: z.boolean(),
      /** Who made it, as it was known when it was ordered. */
      producer: z.object({ _id: z.string(), name: z.string() }).nullable(),
      /** Of all its pieces; null where the maker's price was not stated. */
      shares: Shares.nullable(),
      /** Its share of the order's tax; lines of older orders have none. */
      tax: Rupees.optional(),
    }),
  ),
  /** How many lines there are; `items` has fewer where a list was asked for with `lines`. */
  lineCount: z.int(),
  subtotal: Rupees,
  tax: Rupees,
  /** Total to pay: subtotal + tax. */
  amount: Rupees,
  address: Address.omit({ _id: true, isDefault: true }),
  paymentType: z.enum(['COD', 'Online']),
  /** Days 'YYYY-MM-DD' on which it arrives, as they were told when it was ordered; null for orders older than that. */
  delivery: z.object({ from: z.string(), to: z.string() }).nullable(),
  status: OrderStatusName,
  /** The money has come; what was refunded since is in `refunded`. */
  isPaid: z.boolean(),
  paidAt: IsoTime.optional(),
  refunded: Rupees,
  /** Money came that was not what the order costs; all of it is refunded. */
  wrongPayment: z
    .object({
      /** With its currency: "₹50.00", "$12.00". */
      paid: z.string(),
      refund: z.enum(refundStates),
    })
    .optional(),
  /** Until when an order that awaits payment can be paid. */
  payUntil: IsoTime.optional(),
  /** An order that was never a sale has no invoice. One that has an invoice keeps it, whatever becomes of the order. */
  hasInvoice: z.boolean(),
  /** null where every line is unstated. */
  shares: OrderShares.nullable(),
  /** From when it is confirmed. */
  parcels: z.array(Parcel),
  /** Before that: the parcels that it will come in, with what each courier will collect; 0 where it is paid online. */
  comingParcels: z.array(Parcel.pick({ sender: true, cash: true })),
  /** Something waits for a person of the shop to decide. */
  hasProblem: z.boolean(),
  /** What went back of what was invoiced, the oldest first. */
  creditNotes: z.array(z.object({ number: z.int(), issuedAt: IsoTime, amount: Rupees })),
  /** What the shopper asked to give back, the oldest first. */
  returns: z.array(
    z.object({
      _id: z.string(),
      state: z.enum(returnStates),
      wish: z.enum(returnWishes),
      items: z.array(z.object({ product: z.string(), quantity: z.int() })),
      askedAt: IsoTime,
    }),
  ),
  history: z.array(OrderEvent),
  createdAt: IsoTime,
})
/** Decoded: money is paise, createdAt a Date. */
export type Order = z.output<typeof Order>

const Paging = z.object({
  page: Page,
  limit: Limit,
  /** Lines of each order at most; without it all. */
  lines: upTo100('lines'),
})
const OrderPage = z.object({ orders: z.array(Order), ...pageFields })

/** A list without `page` and `limit` has all that fits, the newest at most so many; `total` says how many there are. */
export const MAX_UNPAGED_ORDERS = 1000

/** Newest first. All of them, or with `page` or `limit` 50 a page unless `limit` says otherwise. */
export const listMyOrders = endpoint('GET', '/api/order/user', {
  access: 'user',
  summary: "The shopper's orders, newest first",
  isHeavy: true,
  query: Paging,
  response: OrderPage,
})

export const getMyOrder = endpoint('GET', '/api/order/user/:id', {
  access: 'user',
  summary: "One of the shopper's orders",
  params: z.object({ id: Id }),
  response: z.object({ order: Order }),
  errors: [orderNotFound],
})

const IndianDay = z.iso.date({ error: 'A day is like 2026-11-21' }).optional()

/** `q` looks in order number, name and PIN. */
export const OrderFilters = z.object({
  q: Search,
  tab: z.enum(deskTabs).optional(),
  /** Placed on this Indian day or later, and on that one or earlier. */
  from: IndianDay,
  to: IndianDay,
  /** With a piece of this producer. */
  producer: Id.optional(),
  payment: z.enum(['paid', 'pending']).optional(),
  paymentType: z.enum(['COD', 'Online']).optional(),
  status: z.enum(orderStatuses).optional(),
})
export type OrderFilters = z.output<typeof OrderFilters>

/**
 * All of them, or with `page` or `limit` 25 a page unless `limit` says otherwise. `counts` fit all filters but `payment`, `tabs` all
 * but `tab`.
 */
export const listAllOrders = endpoint('GET', '/api/order/seller', {
  access: 'seller',
  summary: 'All orders, newest first',
  isHeavy: true,
  query: Paging.extend(OrderFilters.shape),
  response: OrderPage.extend({
    counts: z.object({ all: z.int(), paid: z.int(), pending: z.int() }),
    tabs: z.record(z.enum(deskTabs), z.int()),
  }),
})

export const getSellerOrder = endpoint('GET', '/api/order/seller/:id', {
  access: 'seller',
  summary: 'One order',
  params: z.object({ id: Id }),
  response: z.object({ order: Order }),
  errors: [orderNotFound],
})

/** Before it is packed. Stock that was taken comes back. */
export const cancelOrder = endpoint('POST', '/api/order/:id/cancel', {
  access: 'user',
  summary: 'Cancel an order',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotCancel],
})
