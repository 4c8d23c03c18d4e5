import type { Feature } from '#kernel/feature.ts'
import { secondYesEn } from './second-yes.words.en.ts'
import { forgetDoneAlone, secondYesJob } from './server/look-after-yeses.ts'
import { oneWithMoneyMail, yesAskedMail, yesDecidedMail } from './server/second-yes.mails.ts'
import { secondYesRoutes } from './server/second-yes.routes.ts'

export const secondYes = {
  routes: secondYesRoutes,
  jobs: (deps) => [secondYesJob(deps)],
  words: { en: secondYesEn },
  mails: [yesAskedMail, yesDecidedMail, oneWithMoneyMail],
  tidy: forgetDoneAlone,
} satisfies Feature
