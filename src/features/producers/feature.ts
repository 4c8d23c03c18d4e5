import type { Feature } from '#kernel/feature.ts'
import { holidaysJob } from './holidays/server/holidays.ts'
import { producersEn } from './producers.words.en.ts'
import { producersHi } from './producers.words.hi.ts'
import { settlingJob } from './server/move-producer.ts'
import {
  applicationApprovedMail,
  applicationReceivedMail,
  applicationRejectedMail,
  producerEmailChangedMail,
} from './server/producers.mails.ts'
import { producerRoutes } from './server/producers.routes.ts'
import { removeUnusedUploads } from './server/uploads.ts'

export const producers = {
  words: { en: producersEn, hi: producersHi },
  routes: producerRoutes,
  jobs: (deps) => [settlingJob(deps), holidaysJob(deps)],
  mails: [applicationReceivedMail, applicationApprovedMail, applicationRejectedMail, producerEmailChangedMail],
  tidy: removeUnusedUploads,
} satisfies Feature
