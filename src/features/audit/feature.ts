import type { Feature } from '#kernel/feature.ts'
import { auditRoutes } from './server/audit.routes.ts'
import { chainJob } from './server/chain.ts'

export const audit = { routes: auditRoutes, jobs: (deps) => [chainJob(deps)] } satisfies Feature
