import type { Feature } from '#kernel/feature.ts'
import { payoutRoutes } from './server/payouts.routes.ts'

/** What producers are paid, and where. */
export const payouts = {
  routes: payoutRoutes,
} satisfies Feature
