import type { Feature } from '#kernel/feature.ts'
import { returnsEn } from './returns.words.en.ts'
import { exchangeMoved } from './server/exchange-moved.ts'
import { tidyReturns } from './server/forget-returns.ts'
import { returnMail } from './server/returns.mails.ts'
import { returnRoutes } from './server/returns.routes.ts'
import { returnsJob } from './server/settle-returns.ts'

export const returns = {
  gives: () => ({ exchangeMoved }),
  routes: returnRoutes,
  jobs: (deps) => [returnsJob(deps)],
  mails: [returnMail],
  tidy: tidyReturns,
  words: { en: returnsEn },
} satisfies Feature
