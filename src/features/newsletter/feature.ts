import type { Feature } from '#kernel/feature.ts'
import { newsletterRoutes } from './server/newsletter.routes.ts'

export const newsletter = { routes: newsletterRoutes } satisfies Feature
