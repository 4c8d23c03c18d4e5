import type { Feature } from '#kernel/feature.ts'
import { ledgerEn } from './ledger.words.en.ts'
import { agreedCommunityPayout } from './server/community-payouts.ts'
import { agreedCorrection } from './server/corrections.ts'
import { askForDate, dateJob } from './server/date-doubt.ts'
import { ledgerRoutes } from './server/ledger.routes.ts'
import { nightlyCheck } from './server/nightly-check.ts'
import { ledgerJob } from './server/write-ledger.ts'

export const ledger = {
  gives: () => ({ agreedCorrection, agreedCommunityPayout }),
  routes: ledgerRoutes,
  jobs: (deps) => [ledgerJob(deps), nightlyCheck(deps), dateJob(deps)],
  words: { en: ledgerEn },
  prepare: askForDate,
} satisfies Feature
