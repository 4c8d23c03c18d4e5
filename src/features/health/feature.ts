import type { Feature } from '#kernel/feature.ts'
import { healthEn } from './health.words.en.ts'
import { healthRoutes } from './server/health.routes.ts'
import { healthJob } from './server/health.service.ts'
import { troubleMail } from './server/trouble.mails.ts'

export const health = {
  routes: healthRoutes,
  words: { en: healthEn },
  jobs: (deps) => [healthJob(deps)],
  mails: [troubleMail],
} satisfies Feature
