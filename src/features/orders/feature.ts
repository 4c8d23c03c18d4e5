import type { Feature } from '#kernel/feature.ts'
import { orderPlacedMail } from './mails/server/order.mails.ts'
import { orderStepMail } from './mails/server/order-step.mails.ts'
import { ordersEn } from './orders.words.en.ts'
import { ordersHi } from './orders.words.hi.ts'
import { deleteOldKeys } from './place/server/idempotency-key.ts'
import { agreedRefund } from './refunds/server/refund-order.ts'
import { orderTextsJob } from './server/order-texts.ts'
import { orderRoutes } from './server/orders.routes.ts'

export const orders = {
  gives: () => ({ agreedRefund }),
  routes: orderRoutes,
  tidy: deleteOldKeys,
  jobs: (deps) => [orderTextsJob(deps)],
  mails: [orderPlacedMail, orderStepMail],
  words: { en: ordersEn, hi: ordersHi },
} satisfies Feature
