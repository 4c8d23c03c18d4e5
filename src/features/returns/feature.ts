import type { Feature } from '#kernel/feature.ts'
import { returnMail } from './server/returns.mails.ts'
import { returnRoutes } from './server/returns.routes.ts'
import { returnsJob } from './server/settle-returns.ts'

export const returns = {
  routes: returnRoutes,
  jobs: (deps) => [returnsJob(deps)],
  mails: [returnMail],
} satisfies Feature
