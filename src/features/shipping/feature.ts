import type { Feature } from '#kernel/feature.ts'
import { courierFilesJob, tidyCourierFiles } from './server/courier-file/book-courier-file.ts'
import { makerParcelMails, tellMakers } from './server/maker-parcels.mails.ts'
import { shippingRoutes } from './server/shipping.routes.ts'
import { shippingEn } from './shipping.words.en.ts'

export const shipping = {
  words: shippingEn,
  gives: () => ({ tellMakers }),
  routes: shippingRoutes,
  jobs: (deps) => [courierFilesJob(deps)],
  mails: makerParcelMails,
  tidy: tidyCourierFiles,
} satisfies Feature
