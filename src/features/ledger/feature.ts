import type { Feature } from '#kernel/feature.ts'
import { ledgerRoutes } from './server/ledger.routes.ts'

export const ledger = {
  routes: ledgerRoutes,
} satisfies Feature
