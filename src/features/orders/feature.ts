import type { Feature } from '#kernel/feature.ts'
import { deleteOldKeys } from './server/idempotency-key.ts'
import { orderPlacedMail } from './server/order.mails.ts'
import { orderStepMail } from './server/order-step.mails.ts'
import { orderTextsJob } from './server/order-texts.ts'
import { orderRoutes } from './server/orders.routes.ts'

export const orders = {
  routes: orderRoutes,
  tidy: deleteOldKeys,
  jobs: (deps) => [orderTextsJob(deps)],
  mails: [orderPlacedMail, orderStepMail],
} satisfies Feature
