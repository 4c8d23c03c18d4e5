import type { Feature } from '#kernel/feature.ts'
import { auditRoutes } from './server/audit.routes.ts'

export const audit = { routes: auditRoutes } satisfies Feature
