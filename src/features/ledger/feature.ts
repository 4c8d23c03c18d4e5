import type { Feature } from '#kernel/feature.ts'
import { ledgerRoutes } from './server/ledger.routes.ts'
import { ledgerJob } from './server/write-ledger.ts'

export const ledger = {
  routes: ledgerRoutes,
  jobs: (deps) => [ledgerJob(deps)],
} satisfies Feature
