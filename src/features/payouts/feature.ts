import type { Feature } from '#kernel/feature.ts'
import { payoutsEn } from './payouts.words.en.ts'
import { checkPayouts } from './server/check-payouts.ts'
import { payoutMails } from './server/payout.mails.ts'
import { payoutRoutes } from './server/payouts.routes.ts'
import { giveSampleAccounts } from './server/sample-accounts.ts'
import { statementRoutes } from './server/statements/statements.routes.ts'
import { agreedRun } from './server/waiting-run.ts'

export const payouts = {
  gives: () => ({ checkLeaving: checkPayouts, agreedRun }),
  routes: (app) => {
    payoutRoutes(app)
    statementRoutes(app)
  },
  words: { en: payoutsEn },
  mails: payoutMails,
  async prepare(deps) {
    if (deps.config.demo) await giveSampleAccounts(deps)
  },
} satisfies Feature
