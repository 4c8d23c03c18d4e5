import type { Feature } from '#kernel/feature.ts'
import { paymentsEn } from './payments.words.en.ts'
import { builtInCheckoutRoutes } from './server/built-in-checkout.routes.ts'
import { nightlyComparison } from './server/compare-gateway.ts'
import { deleteOldEvents } from './server/mark-paid.ts'
import { paymentRoutes } from './server/payments.routes.ts'
import { openPayments } from './server/payments.ts'
import { paymentsJob } from './server/sweep.ts'

export const payments = {
  gives: async (own) => ({ payments: await openPayments(own) }),
  routes(app) {
    paymentRoutes(app)
    builtInCheckoutRoutes(app)
  },
  jobs: (deps) => [paymentsJob(deps), nightlyComparison(deps)],
  tidy: deleteOldEvents,
  words: { en: paymentsEn },
} satisfies Feature
