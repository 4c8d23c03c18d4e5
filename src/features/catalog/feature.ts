import type { Feature } from '#kernel/feature.ts'
import { catalogRoutes } from './server/catalog.routes.ts'
import { percentagesJob } from './server/dated-percentages.ts'
import { seedDemoCatalogue } from './server/demo-catalogue.ts'
import { leaveSamples } from './server/end-demo.ts'
import { forgetOldImports } from './server/import/forget-old-imports.ts'
import { createProductImports } from './server/import/product-imports.ts'
import { createAvifQueue } from './server/product-pictures.ts'
import { endRaisedPrices } from './server/raised-prices.ts'
import { sellerProductRoutes } from './server/seller-products.routes.ts'
import { sitemapRoutes } from './server/sitemap.ts'
import { backInStockMail, confirmAlertMail } from './server/stock-alerts.mails.ts'
import { stockAlertRoutes } from './server/stock-alerts.routes.ts'
import { deleteOldAlerts, stockAlertsJob } from './server/stock-alerts.ts'
import { findUnsettledProducers, settleSomeProducts } from './server/suspended-products.ts'

export const catalog = {
  gives(own) {
    const avif = createAvifQueue(own)
    return {
      avif,
      imports: createProductImports(own, avif),
      productsOfProducers: { settleSome: settleSomeProducts, findUnsettled: findUnsettledProducers },
    }
  },
  routes(app) {
    catalogRoutes(app)
    sitemapRoutes(app)
    sellerProductRoutes(app)
    stockAlertRoutes(app)
  },
  jobs: (deps) => [deps.imports.job, deps.avif.job, stockAlertsJob(deps), percentagesJob(deps)],
  mails: [confirmAlertMail, backInStockMail],
  async tidy(deps) {
    await Promise.all([endRaisedPrices(deps), deleteOldAlerts(deps), forgetOldImports(deps)])
  },
  async prepare(deps) {
    if (deps.config.demo) await seedDemoCatalogue(deps)
    else await leaveSamples(deps)
  },
} satisfies Feature
