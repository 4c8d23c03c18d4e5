import type { Feature } from '#kernel/feature.ts'
import { courierFilesJob, tidyCourierFiles } from './server/courier-file/book-courier-file.ts'
import { makerParcelMails } from './server/maker-parcels.mails.ts'
import { shippingRoutes } from './server/shipping.routes.ts'
import { parcelMailsJob } from './server/tell-makers.ts'
import { shippingEn } from './shipping.words.en.ts'

export const shipping = {
  words: { en: shippingEn },
  routes: shippingRoutes,
  jobs: (deps) => [courierFilesJob(deps), parcelMailsJob(deps)],
  mails: makerParcelMails,
  tidy: tidyCourierFiles,
} satisfies Feature
