import type { Feature } from '#kernel/feature.ts'
import { newsletterMail } from './server/newsletter.mails.ts'
import { newsletterRoutes } from './server/newsletter.routes.ts'

export const newsletter = { routes: newsletterRoutes, mails: [newsletterMail] } satisfies Feature
