import type { Feature } from '#kernel/feature.ts'
import { shippingRoutes } from './server/shipping.routes.ts'

/** Parcels on paper, and what couriers say of them. */
export const shipping = { routes: shippingRoutes } satisfies Feature
