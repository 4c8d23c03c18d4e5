import { z } from 'zod'
import { IdempotencyKey, OrderStatusName, PlaceOrder, placeOrderErrors } from '#features/orders/orders.contract.ts'
import { onlineNotOffered, paymentServiceFailed, paymentServiceSilent } from '#features/orders/pay-order.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Rupees } from '#shared/rupees-codec.ts'

export const amountNotPayable = appError(
  'AMOUNT_NOT_PAYABLE',
  409,
  'This amount cannot be paid by card. Please choose cash on delivery',
)
export const wrongSignature = appError('WRONG_SIGNATURE', 400, 'The signature does not fit')

/**
 * Online payment. The order awaits payment and its stock is held before the shopper leaves for `url`. Where the payment
 * service fails, the order is cancelled at once and the cart stays.
 */
export const placeOnlineOrder = endpoint('POST', '/api/order/stripe', {
  access: 'user',
  summary: 'Place an order that is paid online',
  headers: IdempotencyKey,
  body: PlaceOrder,
  response: z.object({
    message: z.string(),
    /** Where the shopper pays, while `status` is Awaiting payment. */
    url: z.string(),
    orderId: z.string(),
    amount: Rupees,
    status: OrderStatusName,
  }),
  errors: [...placeOrderErrors, amountNotPayable, onlineNotOffered, paymentServiceFailed, paymentServiceSilent],
})

/** From Stripe: the signature is over the bytes as they came. Any order, any number of deliveries, one effect. */
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
 * Asked when the shopper comes back. The order that awaits payment, if there is one, is looked up at the payment service;
 * with `cancelled`, its id from the address of return, it is cancelled unless it was paid. A GET, because the browser comes
 * from another site; it can do nothing but what the payment service confirms or the unguessable id allows.
 */
export const checkPayment = endpoint('GET', '/api/order/payment', {
  access: 'user',
  summary: "Look up the shopper's payment",
  query: z.object({ cancelled: Id.optional() }),
  response: z.object({
    /** What became of the order that was asked about; nothing: there was none. */
    result: z.enum(['paid', 'awaiting', 'cancelled', 'nothing']),
    orderId: z.string().optional(),
  }),
})
