import type { Feature } from '#kernel/feature.ts'
import { invoicesEn } from './invoices.words.en.ts'
import { invoiceRoutes } from './server/invoices.routes.ts'
import { startPaperMaker } from './server/paper-maker.ts'

export const invoices = {
  words: invoicesEn,
  gives: () => ({ papers: startPaperMaker() }),
  routes(app) {
    invoiceRoutes(app)
    app.addHook('onClose', app.deps.papers.stop)
  },
} satisfies Feature
