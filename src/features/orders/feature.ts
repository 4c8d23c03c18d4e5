import type { Feature } from '#kernel/feature.ts'
import { deleteOldKeys } from './server/idempotency-key.ts'
import { orderRoutes } from './server/orders.routes.ts'

export const orders = { routes: orderRoutes, tidy: deleteOldKeys } satisfies Feature
