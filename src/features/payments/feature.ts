import type { Feature } from '#kernel/feature.ts'
import { builtInCheckoutRoutes } from './server/built-in-checkout.routes.ts'
import { deleteOldEvents } from './server/mark-paid.ts'
import { paymentRoutes } from './server/payments.routes.ts'
import { startPayments } from './server/payments.ts'

export const payments = {
  gives: async (own, whole) => ({ payments: await startPayments(own, whole) }),
  routes(app) {
    paymentRoutes(app)
    builtInCheckoutRoutes(app)
  },
  jobs: ({ payments }) => [{ open: payments.wake, stop: payments.stop }],
  tidy: deleteOldEvents,
} satisfies Feature
