import type { Feature } from '#kernel/feature.ts'
import { invoicesEn } from './invoices.words.en.ts'
import { invoiceRoutes } from './server/invoices.routes.ts'
import { startPaperMaker } from './server/paper-maker.ts'
import { papersJob } from './server/write-papers.ts'

export const invoices = {
  words: { en: invoicesEn },
  jobs: (deps) => [papersJob(deps)],
  gives: () => ({ papers: startPaperMaker() }),
  routes(app) {
    invoiceRoutes(app)
    app.addHook('onClose', app.deps.papers.stop)
  },
} satisfies Feature
