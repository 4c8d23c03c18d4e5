import { z } from 'zod'
import { nothingToPay } from '#features/orders/pay-order.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Rupees } from '#shared/rupees-codec.ts'

/** The built-in checkout, served only without a payment service. */
export const getTestCheckout = endpoint('GET', '/api/test-checkout/:id', {
  access: 'user',
  summary: 'A test checkout',
  params: z.object({ id: Id }),
  response: z.object({
    checkout: z.object({
      _id: z.string(),
      amount: Rupees,
      state: z.enum(['open', 'paid', 'expired']),
      /** A path of this shop. */
      successPath: z.string(),
      cancelPath: z.string(),
    }),
  }),
})

/** Free; the order is paid when this answers. */
export const payTestCheckout = endpoint('POST', '/api/test-checkout/:id/pay', {
  access: 'user',
  summary: 'Pay a test checkout',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string(), successPath: z.string() }),
  errors: [nothingToPay],
})
