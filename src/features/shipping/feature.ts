import type { Feature } from '#kernel/feature.ts'
import { courierFilesJob, tidyCourierFiles } from './server/courier-file/book-courier-file.ts'
import { shippingRoutes } from './server/shipping.routes.ts'

/** Parcels on paper, and what couriers say of them. */
export const shipping = {
  routes: shippingRoutes,
  jobs: (deps) => [courierFilesJob(deps)],
  tidy: tidyCourierFiles,
} satisfies Feature
