import type { FastifyInstance } from 'fastify'
import { payOrder } from '#features/orders/pay-order.contract.ts'
import { implement, implementRaw } from '#kernel/http/implement.ts'
import { checkPayment, placeOnlineOrder, webhookPath } from '../payments.contract.ts'
import * as payments from './payments.service.ts'

export async function paymentRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, placeOnlineOrder, ({ session, body, headers }) =>
    payments.placeOnlineOrder(deps, { userId: session.accountId, idempotencyKey: headers['idempotency-key'] }, body),
  )
  implement(app, payOrder, ({ session, params }) => payments.payOrder(deps, session.accountId, params.id))
  implement(app, checkPayment, ({ session, query }) => payments.checkPayment(deps, session.accountId, query.cancelled))

  await app.register(async (webhook) => {
    // The signature is over the bytes as they came.
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    implementRaw(
      webhook,
      {
        method: 'POST',
        path: webhookPath,
        access: 'public',
        summary: 'Events from Stripe',
        isUpload: false,
        isSigned: true,
      },
      async ({ request }) => {
        // Loaded where it is needed only: Stripe's package is large.
        const { receiveEvent } = await import('./webhook.ts')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return receiveEvent(deps, body, request.headers['stripe-signature']?.toString() ?? '')
      },
    )
  })
}
