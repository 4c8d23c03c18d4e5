import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { orderNotFound } from './orders.contract.ts'
import { appError } from './orders.messages.ts'

export const onlineNotOffered = appError('ONLINE_NOT_OFFERED', 503)
export const paymentServiceFailed = appError('PAYMENT_SERVICE_FAILED', 502)
export const paymentServiceSilent = appError('PAYMENT_SERVICE_SILENT', 504)
export const nothingToPay = appError('NOTHING_TO_PAY', 409)

/** Pay now: the address of the checkout that this order already has. Payments, a feature above orders, answer it. */
export const payOrder = endpoint('POST', '/api/order/:id/pay', {
  access: 'user',
  summary: 'Go on to pay an order that awaits payment',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string(), url: z.string() }),
  errors: [orderNotFound, nothingToPay, onlineNotOffered, paymentServiceFailed, paymentServiceSilent],
})
