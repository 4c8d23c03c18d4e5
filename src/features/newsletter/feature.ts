import type { Feature } from '#kernel/feature.ts'
import { newsletterEn } from './newsletter.words.en.ts'
import { newsletterMail } from './server/newsletter.mails.ts'
import { newsletterRoutes } from './server/newsletter.routes.ts'

export const newsletter = {
  routes: newsletterRoutes,
  words: { en: newsletterEn },
  mails: [newsletterMail],
} satisfies Feature
