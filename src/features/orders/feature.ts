import type { Feature } from '#kernel/feature.ts'
import { deleteOldKeys } from './server/idempotency-key.ts'
import { orderPlacedMail } from './server/order.mails.ts'
import { orderStepMail } from './server/order-step.mails.ts'
import { orderRoutes } from './server/orders.routes.ts'

export const orders = {
  routes: orderRoutes,
  tidy: deleteOldKeys,
  mails: [orderPlacedMail, orderStepMail],
} satisfies Feature
