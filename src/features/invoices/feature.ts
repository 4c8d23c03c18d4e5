import type { Feature } from '#kernel/feature.ts'
import { invoiceRoutes } from './server/invoices.routes.ts'
import { startPaperMaker } from './server/paper-maker.ts'

export const invoices = {
  gives: () => ({ papers: startPaperMaker() }),
  routes(app) {
    invoiceRoutes(app)
    app.addHook('onClose', app.deps.papers.stop)
  },
} satisfies Feature
