import type { Feature } from '#kernel/feature.ts'
import { backInStockMail, confirmAlertMail } from './server/stock-alerts.mails.ts'
import { stockAlertRoutes } from './server/stock-alerts.routes.ts'
import { deleteOldAlerts, stockAlertsJob } from './server/stock-alerts.ts'
import { stockAlertsEn } from './stock-alerts.words.en.ts'

export const stockAlerts = {
  routes: stockAlertRoutes,
  words: { en: stockAlertsEn },
  jobs: (deps) => [stockAlertsJob(deps)],
  mails: [confirmAlertMail, backInStockMail],
  tidy: deleteOldAlerts,
} satisfies Feature
