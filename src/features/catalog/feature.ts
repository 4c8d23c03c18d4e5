import type { Feature } from '#kernel/feature.ts'
import { dailyStockJob } from './batches/server/daily-stock.ts'
import { catalogEn } from './catalog.words.en.ts'
import { catalogHi } from './catalog.words.hi.ts'
import { feedRoutes } from './feeds/server/feeds.routes.ts'
import { markEndsJob } from './marks/server/mark-ends.ts'
import { catalogRoutes } from './server/catalog.routes.ts'
import { seedDemoCatalogue } from './server/demo-catalogue.ts'
import { leaveSamples } from './server/end-demo.ts'
import { placeProductChanges } from './server/product-places.ts'
import { endRaisedPrices } from './server/raised-prices.ts'
import { sitemapRoutes } from './server/sitemap.ts'

export const catalog = {
  words: { en: catalogEn, hi: catalogHi },
  routes(app) {
    catalogRoutes(app)
    sitemapRoutes(app)
    feedRoutes(app)
  },
  jobs: (deps) => [markEndsJob(deps), dailyStockJob(deps)],
  async tidy(deps) {
    await endRaisedPrices(deps)
    await placeProductChanges(deps.db)
  },
  async prepare(deps) {
    if (deps.config.demo) await seedDemoCatalogue(deps)
    else await leaveSamples(deps)
  },
} satisfies Feature
