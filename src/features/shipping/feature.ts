import type { Feature } from '#kernel/feature.ts'
import { courierFilesJob, tidyCourierFiles } from './server/courier-file/book-courier-file.ts'
import { shippingRoutes } from './server/shipping.routes.ts'
import { shippingEn } from './shipping.words.en.ts'

export const shipping = {
  words: { en: shippingEn },
  routes: shippingRoutes,
  jobs: (deps) => [courierFilesJob(deps)],
  tidy: tidyCourierFiles,
} satisfies Feature
