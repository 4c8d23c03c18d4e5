import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { orderNotFound } from './orders.contract.ts'

export const onlineNotOffered = appError(
  'ONLINE_NOT_OFFERED',
  503,
  'This shop does not take payment online. Please choose cash on delivery',
)
export const paymentServiceFailed = appError(
  'PAYMENT_SERVICE_FAILED',
  502,
  'The payment service refused this. Nothing was charged, and your cart is as it was. Please try again',
)
export const paymentServiceSilent = appError(
  'PAYMENT_SERVICE_SILENT',
  504,
  'The payment service does not answer just now. Nothing was charged, and your cart is as it was. Please try again',
)
export const nothingToPay = appError('NOTHING_TO_PAY', 409, 'There is nothing to pay for this order')

/** Pay now: the address of the checkout that this order already has. Payments, a feature above orders, answer it. */
export const payOrder = endpoint('POST', '/api/order/:id/pay', {
  access: 'user',
  summary: 'Go on to pay an order that awaits payment',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string(), url: z.string() }),
  errors: [orderNotFound, nothingToPay, onlineNotOffered, paymentServiceFailed, paymentServiceSilent],
})
