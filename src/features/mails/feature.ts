import type { Feature } from '#kernel/feature.ts'
import { mailsEn } from './mails.words.en.ts'
import { mailRoutes } from './server/mails.routes.ts'
import { shopMailsJob } from './server/shop-mails.ts'
import { dailyNewsMail, newsMail } from './server/shop-news.mails.ts'

export const mails = {
  routes: mailRoutes,
  words: { en: mailsEn },
  jobs: (deps) => [shopMailsJob(deps)],
  mails: [newsMail, dailyNewsMail],
} satisfies Feature
