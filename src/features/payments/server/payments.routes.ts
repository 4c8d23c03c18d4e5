import type { FastifyInstance } from 'fastify'
import * as payOrderContract from '#features/orders/pay-order.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../payments.contract.ts'
import * as payments from './payments.service.ts'

export function paymentRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, payOrderContract, {
    payOrder: ({ session, params }) => payments.payOrder(deps, session.id, params.id),
  })
  implement(app, contract, {
    placeOnlineOrder: ({ session, body, headers }) =>
      payments.placeOnlineOrder(deps, { shopperId: session.id, idempotencyKey: headers['idempotency-key'] }, body),
    checkPayment: ({ session, query }) => payments.checkPayment(deps, session.id, query.cancelled),
    async receivePaymentEvent({ body, headers }) {
      // Stripe's package is large: loaded when needed.
      const { receiveEvent } = await import('./webhook.ts')
      return receiveEvent(deps, body, headers['stripe-signature'])
    },
  })
}
