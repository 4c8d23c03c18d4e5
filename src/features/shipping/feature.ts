import type { Feature } from '#kernel/feature.ts'
import { courierFilesJob, tidyCourierFiles } from './server/courier-file/book-courier-file.ts'
import { makerParcelMails, tellMakers } from './server/maker-parcels.mails.ts'
import { shippingRoutes } from './server/shipping.routes.ts'

export const shipping = {
  gives: () => ({ tellMakers }),
  routes: shippingRoutes,
  jobs: (deps) => [courierFilesJob(deps)],
  mails: makerParcelMails,
  tidy: tidyCourierFiles,
} satisfies Feature
