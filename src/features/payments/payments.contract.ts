import { z } from 'zod'
import { OrderStatusName, PlaceOrder, placeOrderErrors } from '#features/orders/orders.contract.ts'
import { onlineNotOffered, paymentServiceFailed, paymentServiceSilent } from '#features/orders/pay-order.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { Id } from '#shared/ids.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { appError } from './payments.messages.ts'

export const amountNotPayable = appError('AMOUNT_NOT_PAYABLE', 409)
export const wrongSignature = appError('WRONG_SIGNATURE', 400)

/** Holds the stock of the order before the shopper leaves for `url`. Where the payment service fails, the order is cancelled; the cart stays. */
export const placeOnlineOrder = endpoint('POST', '/api/order/stripe', {
  access: 'user',
  summary: 'Place an order that is paid online',
  headers: IdempotencyKey,
  body: PlaceOrder,
  response: z.object({
    message: z.string(),
    url: z.string(),
    orderId: z.string(),
    amount: Rupees,
    status: OrderStatusName,
  }),
  errors: [...placeOrderErrors, amountNotPayable, onlineNotOffered, paymentServiceFailed, paymentServiceSilent],
})

/** Stripe signs the raw bytes of its events. They may come in any order and repeat; each has one effect. */
export const receivePaymentEvent = endpoint('POST', '/api/order/stripe/webhook', {
  access: 'public',
  isSigned: true,
  summary: 'Events from Stripe',
  headers: z.object({ 'stripe-signature': z.string().default('') }),
  input: 'raw',
  response: z.object({ message: z.string() }),
  errors: [wrongSignature, onlineNotOffered],
})

/**
 * Asks the payment service about the shopper's order that awaits payment. `cancelled`, an id from the address of return, cancels it unless it was
 * paid.
 * A GET, for the browser comes from another site: only what the service confirms, or the unguessable id allows, is done.
 */
export const checkPayment = endpoint('GET', '/api/order/payment', {
  access: 'user',
  summary: "Look up the shopper's payment",
  query: z.object({ cancelled: Id.optional() }),
  response: z.object({
    /** nothing: the shopper had no such order. */
    result: z.enum(['paid', 'awaiting', 'cancelled', 'nothing']),
    orderId: z.string().optional(),
  }),
})
