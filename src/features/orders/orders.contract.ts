import { z } from 'zod'
import { Address, addressNotFound } from '#features/addresses/addresses.contract.ts'
import { unknownProduct } from '#features/cart/cart.contract.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { LineBatch } from '#features/catalog/batches/batches.contract.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { Shares } from '#features/prices/prices.percentages.ts'
import { AppError, tooMany } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { toRupees } from '#shared/money.ts'
import { AskedDay, cursorFields, Limit, Page, pageFields, Search, Since, upTo100 } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { deskTabs } from './orders.desk.ts'
import { appError, finding, message } from './orders.messages.ts'
import { orderActors, orderStatuses } from './orders.states.ts'
import { parcelStatuses } from './parcels/parcels.states.ts'
import { refundStates } from './refunds/refunds.states.ts'
import { returnStates, returnWishes } from './returns.states.ts'

export const productUnavailable = appError('PRODUCT_UNAVAILABLE', 409)
export const notEnoughStock = appError('NOT_ENOUGH_STOCK', 409)
export const keyReused = appError('KEY_REUSED', 409)
export const doesNotShip = appError('DOES_NOT_SHIP', 409)
export const tooManyCodOrders = appError('TOO_MANY_COD_ORDERS', 409)
/** `retryAfter` in seconds. */
export const tooManyOrders = (details: { retryAfter: number }) =>
  new AppError(tooMany.code, tooMany.status, message('TOO_MANY_ORDERS'), { details })
export const orderNotFound = appError('ORDER_NOT_FOUND', 404)
export const cannotCancel = appError('CANNOT_CANCEL', 409)

/** The shopper saw another total than the shop has now. `details.total` is the new one, in rupees. */
export const totalChanged = appError('TOTAL_CHANGED', 409, ({ totalPaise }) => ({
  details: { total: toRupees(totalPaise) },
}))

export const orderedAlready = appError('ORDERED_ALREADY', 409, ({ number, orderId }) => ({
  details: { number, orderId },
}))

const Quantity = z
  .int({ error: finding('ORDER_QUANTITY_NOT_WHOLE') })
  .min(1, finding('ORDER_QUANTITY_TOO_SMALL'))
  .max(MAX_QUANTITY, finding('ORDER_QUANTITY_TOO_LARGE', { most: MAX_QUANTITY }))

export const PlaceOrder = z.object({
  items: z
    .array(z.object({ product: Id, quantity: Quantity }), { error: finding('CART_EMPTY') })
    .min(1, finding('CART_EMPTY'))
    .max(MAX_LINES, finding('ORDER_TOO_LONG', { most: MAX_LINES })),
  address: z
    .string({ error: finding('ADDRESS_NOT_CHOSEN') })
    .min(1, finding('ADDRESS_NOT_CHOSEN'))
    .max(64),
  /** The total that the shopper saw; any other than the server's gives 409 and no order. */
  expectedTotal: Rupees.optional(),
  /** The lines are the account's cart as a page shows it: 409 and no order when they were ordered meanwhile on another device or tab. */
  fromCart: z.boolean().optional(),
})
export type PlaceOrder = z.output<typeof PlaceOrder>

/** The errors of placing an order, besides bad input. */
export const placeOrderErrors = [
  addressNotFound,
  doesNotShip,
  productUnavailable,
  notEnoughStock,
  unknownProduct,
  keyReused,
  tooManyCodOrders,
  tooMany,
  totalChanged,
  orderedAlready,
]

/** The status of now: a repeated call answers with its earlier order, which may have been cancelled since. */
export const OrderStatusName = z.enum(orderStatuses)

/** Cash on delivery. The shopper is the session's; prices come from the catalogue, never from the request. */
export const placeCodOrder = endpoint('POST', '/api/order/cod', {
  access: 'user',
  summary: 'Place a cash-on-delivery order',
  headers: IdempotencyKey,
  body: PlaceOrder,
  response: z.object({ message: z.string(), orderId: z.string(), amount: Rupees, status: OrderStatusName }),
  errors: placeOrderErrors,
})

/** A copy from the time of the order, not the product of today. */
export const OrderedProduct = z.object({
  _id: z.string(),
  name: z.string(),
  category: z.string(),
  offerPrice: Rupees,
  price: Rupees,
  image: z.array(z.string()),
  images: z.array(ProductPicture),
  weight: z.string().optional(),
})

/** One entry of an order's history, which begins with the oldest. */
export const OrderEvent = z.object({
  at: IsoTime,
  by: z.enum(orderActors),
  seller: z.string().optional(),
  text: z.string(),
  /** The order's new status, where the event changed it. */
  status: OrderStatusName.optional(),
  parcel: z.int().optional(),
})
export type OrderEvent = z.output<typeof OrderEvent>

/** Shares of a whole order; with tax and unstated lines they add up to its amount. */
export const OrderShares = Shares.extend({ tax: Rupees, unstated: Rupees })

export const Parcel = z.object({
  _id: z.string(),
  number: z.int(),
  /** On its label: "H1024-1". */
  code: z.string(),
  /** The producer who sends it by themselves; null: the shop. */
  sender: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** What is in it is sold in batches, and so travels in a parcel of its own. */
  food: z.literal(true).optional(),
  status: z.enum(parcelStatuses),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Its page for anybody who has the link: "/track/…". */
  trackPath: z.string(),
  /** Cash that the courier is to collect. */
  cash: Rupees,
  cashReceived: Rupees,
  /** Cash that is given up, though it did not come. */
  cashLetGo: Rupees,
  /** What came back: true is in stock again, false was written off; null: nothing came back. */
  restocked: z.boolean().nullable(),
  items: z.array(z.object({ product: z.string(), quantity: z.int() })),
  confirmedAt: IsoTime,
  packedAt: IsoTime.optional(),
  shippedAt: IsoTime.optional(),
  deliveredAt: IsoTime.optional(),
  endedAt: IsoTime.optional(),
})
export type Parcel = z.output<typeof Parcel>

export const Order = z.object({
  _id: z.string(),
  /** The number that people see, print and search. */
  number: z.int(),
  items: z.array(
    z.object({
      product: OrderedProduct,
      quantity: z.int(),
      /** The batches of its pieces, of a product in batches. */
      batches: z.array(LineBatch).optional(),
      refunded: z.int(),
      /** false: it cannot be returned, except if it came damaged. */
      returnable: z.boolean(),
      /** The producer as known on the day of the order. */
      producer: z.object({ _id: z.string(), name: z.string() }).nullable(),
      /** Shares of all pieces; null where the maker's price was not stated. */
      shares: Shares.nullable(),
      /** The line's share of the order's tax; lines of older orders have none. */
      tax: Rupees.optional(),
    }),
  ),
  /** How many lines there are; `items` has fewer where a list was asked for with `lines`. */
  lineCount: z.int(),
  subtotal: Rupees,
  tax: Rupees,
  /** Subtotal + tax. */
  amount: Rupees,
  address: Address.omit({ _id: true, isDefault: true }),
  paymentType: z.enum(['COD', 'Online']),
  /** First and last day of arrival, 'YYYY-MM-DD', as told when ordered; null for older orders. */
  delivery: z.object({ from: z.string(), to: z.string() }).nullable(),
  status: OrderStatusName,
  /** Whether the money came; `refunded` says what went back. */
  isPaid: z.boolean(),
  paidAt: IsoTime.optional(),
  refunded: Rupees,
  /** Money came that was not what the order costs; all of it is refunded. */
  wrongPayment: z
    .object({
      /** The amount with its currency: "₹50.00", "$12.00". */
      paid: z.string(),
      refund: z.enum(refundStates),
    })
    .optional(),
  /** The time until which an unpaid order can be paid. */
  payUntil: IsoTime.optional(),
  /** An order that was never a sale has no invoice. One that has an invoice keeps it, whatever becomes of the order. */
  hasInvoice: z.boolean(),
  shares: OrderShares.nullable(),
  /** An order has parcels from when it is confirmed. */
  parcels: z.array(Parcel),
  /** Parcels with pieces sent once more, in exchange; they do not change the order's status. */
  exchanges: z.array(Parcel),
  /** Parcels that an unconfirmed order will come in, with each courier's cash (0 if paid online). */
  comingParcels: z.array(Parcel.pick({ sender: true, food: true, cash: true })),
  /** Something waits for a person of the shop to decide. */
  hasProblem: z.boolean(),
  creditNotes: z.array(z.object({ number: z.int(), issuedAt: IsoTime, amount: Rupees })),
  /** Numbers of its entries, once a parcel is delivered and its money has come. */
  ledger: z.array(z.int()),
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
  /** When something happened to it last. */
  updatedAt: IsoTime,
  ...ofDemo,
})
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

/** `q` looks in order number, name and PIN. */
export const OrderFilters = z.object({
  q: Search,
  tab: z.enum(deskTabs).optional(),
  from: AskedDay,
  to: AskedDay,
  producer: Id.optional(),
  payment: z.enum(['paid', 'pending']).optional(),
  paymentType: z.enum(['COD', 'Online']).optional(),
  status: z.enum(orderStatuses).optional(),
})
export type OrderFilters = z.output<typeof OrderFilters>

/**
 * All, or with `page` or `limit` pages of 25. `counts` use all filters but `payment`, `tabs` all but `tab`. With `since` instead: orders in the order in
 * which something happened to them last, whatever the filters, 100 at most.
 */
export const listAllOrders = endpoint('GET', '/api/order/seller', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'All orders, newest first',
  isHeavy: true,
  query: Paging.extend(OrderFilters.shape).extend({ since: Since.optional() }),
  changes: z.object({ orders: z.array(Order), ...cursorFields }),
  response: OrderPage.extend({
    counts: z.object({ all: z.int(), paid: z.int(), pending: z.int() }),
    tabs: z.record(z.enum(deskTabs), z.int()),
  }),
})

export const getSellerOrder = endpoint('GET', '/api/order/seller/:id', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'One order',
  params: z.object({ id: Id }),
  response: z.object({ order: Order }),
  errors: [orderNotFound],
})

/** Cancels an order that is not packed yet. Stock that was taken comes back. */
export const cancelOrder = endpoint('POST', '/api/order/:id/cancel', {
  access: 'user',
  summary: 'Cancel an order',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotCancel],
})
