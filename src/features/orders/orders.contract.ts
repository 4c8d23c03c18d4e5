import { z } from 'zod'
import { Address, addressNotFound } from '#features/addresses/addresses.contract.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { ProductImage } from '#features/catalog/catalog.contract.ts'
import { AppError, appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Rupees } from '#shared/money.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'
import { formatRupees } from '#shared/rupees.ts'
import { IsoTime } from '#shared/time.ts'
import { orderActors, orderStatuses } from './orders.states.ts'

export const unknownProduct = appError('UNKNOWN_PRODUCT', 400, () => 'One of these products is not in the shop')
export const productUnavailable = appError('PRODUCT_UNAVAILABLE', 409, (name: string) => `${name} is out of stock`)
export const notEnoughStock = appError(
  'NOT_ENOUGH_STOCK',
  409,
  (name: string, left: number) => `Only ${left} of ${name} left`,
)
export const keyReused = appError('KEY_REUSED', 409, () => 'This Idempotency-Key was used for a different order')
export const orderNotFound = appError('ORDER_NOT_FOUND', 404, () => 'This order was not found')
export const cannotCancel = appError(
  'CANNOT_CANCEL',
  409,
  (status: string) => `This order is ${status.toLowerCase()} and can no longer be cancelled`,
)

export const cannotMove = appError(
  'CANNOT_MOVE',
  409,
  (from: string, to: string) => `An order that is ${from.toLowerCase()} cannot become ${to.toLowerCase()}`,
)
export const cannotTakeCash = appError('CANNOT_TAKE_CASH', 409, () => 'There is no cash to take for this order')

export const cannotRefund = appError('CANNOT_REFUND', 409, () => 'There is nothing left to pay back for this order')
export const tooMuchToRefund = appError(
  'TOO_MUCH_TO_REFUND',
  409,
  (name: string, left: number) => `Only ${left} of ${name} can still be paid back`,
)

/** The shopper saw another total than the shop has now. `details.total` is the new one, in rupees. */
export const totalChanged = (totalPaise: number) =>
  new AppError('TOTAL_CHANGED', 409, `Prices have changed. The new total is ${formatRupees(totalPaise)}`, {
    details: { total: totalPaise / 100 },
  })

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

/** Cash on delivery. The buyer is the session's user; prices come from the catalogue, never from the request. */
export const placeCodOrder = endpoint({
  method: 'POST',
  path: '/api/order/cod',
  access: 'user',
  summary: 'Place a cash-on-delivery order',
  headers: IdempotencyKey,
  body: PlaceOrder,
  response: z.object({ message: z.string(), orderId: z.string(), amount: Rupees }),
  errors: [addressNotFound, productUnavailable, notEnoughStock, unknownProduct, keyReused],
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
  images: z.array(ProductImage),
  weight: z.string().optional(),
})

/** What happened to an order, when and by whom; the oldest first. */
export const OrderEvent = z.object({
  at: IsoTime,
  by: z.enum(orderActors),
  /** Which seller; for sellers only. */
  seller: z.string().optional(),
  text: z.string(),
})
export type OrderEvent = z.output<typeof OrderEvent>

export const Order = z.object({
  _id: z.string(),
  /** For people: shown, printed, searched. */
  number: z.int(),
  items: z.array(
    z.object({
      product: OrderedProduct,
      quantity: z.int(),
      /** So many of them were paid back. */
      refunded: z.int(),
    }),
  ),
  subtotal: Rupees,
  tax: Rupees,
  /** Total to pay: subtotal + tax. */
  amount: Rupees,
  address: Address.omit({ _id: true, isDefault: true }),
  paymentType: z.enum(['COD', 'Online']),
  status: z.enum(orderStatuses),
  /** The money has come; what was paid back since is in `refunded`. */
  isPaid: z.boolean(),
  refunded: Rupees,
  /** Until when an order that awaits payment can be paid. */
  payUntil: IsoTime.optional(),
  /** An order that was never a sale has no invoice. */
  hasInvoice: z.boolean(),
  history: z.array(OrderEvent),
  createdAt: IsoTime,
})
/** Decoded: money is paise, createdAt a Date. */
export type Order = z.output<typeof Order>

const Paging = z.object({
  page: Page,
  limit: Limit,
})
const OrderPage = z.object({ orders: z.array(Order), ...pageFields })

/** Newest first; 50 a page unless `limit` says otherwise. */
export const listMyOrders = endpoint({
  method: 'GET',
  path: '/api/order/user',
  access: 'user',
  summary: "The shopper's orders, newest first",
  isHeavy: true,
  query: Paging,
  response: OrderPage,
})

/** `q` looks in order number, name and PIN. */
export const OrderFilters = z.object({
  q: z.string().max(200, 'Search for at most 200 characters').optional(),
  payment: z.enum(['paid', 'pending']).optional(),
  paymentType: z.enum(['COD', 'Online']).optional(),
  status: z.enum(orderStatuses).optional(),
})
export type OrderFilters = z.output<typeof OrderFilters>

/** 25 a page unless `limit` says otherwise. `counts` fit all filters but `payment`. */
export const listAllOrders = endpoint({
  method: 'GET',
  path: '/api/order/seller',
  access: 'seller',
  summary: 'All orders, newest first',
  isHeavy: true,
  query: Paging.extend(OrderFilters.shape),
  response: OrderPage.extend({ counts: z.object({ all: z.int(), paid: z.int(), pending: z.int() }) }),
})

export const getSellerOrder = endpoint({
  method: 'GET',
  path: '/api/order/seller/:id',
  access: 'seller',
  summary: 'One order',
  params: z.object({ id: Id }),
  response: z.object({ order: Order }),
  errors: [orderNotFound],
})

/** GET, the orders that fit OrderFilters, as CSV. */
export const exportOrdersPath = '/api/order/export.csv'

export const OVERVIEW_DAYS = 30
const Takings = { orders: z.int(), revenue: Rupees }

/** Days are Indian days. Cancelled orders and those awaiting payment do not count. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/order/overview',
  access: 'seller',
  summary: "Today's orders, revenue by day, what is low on stock",
  isHeavy: true,
  response: z.object({
    today: z.object(Takings),
    /** 30 days, the oldest first, the last one today. `day` is like 2026-11-21. */
    days: z.array(z.object({ day: z.string(), ...Takings })),
    /** Counted products with 5 pieces or fewer, the fewest first; 10 at most. */
    lowStock: z.array(
      z.object({ _id: z.string(), name: z.string(), category: z.string(), stock: z.int(), image: z.array(z.string()) }),
    ),
  }),
})

/** Before it is packed. Stock that was taken comes back. */
export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/order/:id/cancel',
  access: 'user',
  summary: 'Cancel an order',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotCancel],
})

/** One allowed step on; the shopper gets a mail when it is shipped, delivered or cancelled. */
export const moveOrder = endpoint({
  method: 'POST',
  path: '/api/order/:id/status',
  access: 'seller',
  summary: 'Move an order on',
  params: z.object({ id: Id }),
  body: z.object({ status: z.enum(orderStatuses, { error: 'There is no such status' }) }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotMove],
})

/** The cash of a COD order has arrived. */
export const markCashReceived = endpoint({
  method: 'POST',
  path: '/api/order/:id/cash-received',
  access: 'seller',
  summary: 'Mark a cash-on-delivery order as paid',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotTakeCash],
})

/** Without `lines`: whatever is left. The money goes back by the way it came; the seller sees when it has. */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/order/:id/refund',
  access: 'seller',
  summary: 'Pay back an order, or some of its lines',
  params: z.object({ id: Id }),
  body: z.object({
    lines: z
      .array(z.object({ product: Id, quantity: z.int().min(1).max(999) }))
      .min(1, 'Choose what to pay back')
      .max(100)
      .optional(),
  }),
  response: z.object({ message: z.string(), amount: Rupees }),
  errors: [orderNotFound, cannotRefund, tooMuchToRefund],
})
