import type { Feature } from '#kernel/feature.ts'
import { payoutMails } from './server/payout.mails.ts'
import { payoutRoutes } from './server/payouts.routes.ts'
import { statementRoutes } from './server/statements/statements.routes.ts'

/** What producers are paid, and where. */
export const payouts = {
  routes: (app) => {
    payoutRoutes(app)
    statementRoutes(app)
  },
  mails: payoutMails,
} satisfies Feature
