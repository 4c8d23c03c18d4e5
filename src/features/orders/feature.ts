import type { Feature } from '#kernel/feature.ts'
import { deleteOldKeys } from './server/idempotency-key.ts'
import { orderPlacedMail, orderStepMail } from './server/order.mails.ts'
import { orderRoutes } from './server/orders.routes.ts'

export const orders = {
  routes: orderRoutes,
  tidy: deleteOldKeys,
  mails: [orderPlacedMail, orderStepMail],
} satisfies Feature
