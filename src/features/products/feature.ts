import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { setProducerWords } from '#features/catalog/search/server/producer-words.ts'
import type { Feature } from '#kernel/feature.ts'
import { deleteOldActKeys } from './bulk/server/act-keys.ts'
import { findUnsettledProducers, settleSomeProducts } from './bulk/server/suspended-products.ts'
import { createAvifQueue } from './edit/server/product-pictures.ts'
import { leaveShopJob } from './facts/server/leave-shop.ts'
import { settleSomeHolidays } from './holidays/server/holiday-products.ts'
import { forgetOldImports } from './import/server/forget-old-imports.ts'
import { createProductImports } from './import/server/product-imports.ts'
import { importEn } from './import.words.en.ts'
import { productsEn } from './products.words.en.ts'
import { productsHi } from './products.words.hi.ts'
import { sellerProductRoutes } from './server/seller-products.routes.ts'

export const products = {
  words: { en: { ...productsEn, ...importEn }, hi: productsHi },
  gives(own) {
    const avif = createAvifQueue(own)
    return {
      avif,
      imports: createProductImports(own, avif),
      productsOfProducers: {
        settleSome: settleSomeProducts,
        findUnsettled: findUnsettledProducers,
        settleSomeHolidays: (tx, producerId, away) => settleSomeHolidays(tx, producerId, away, sellingDay(own)),
        findByName: setProducerWords,
      },
    }
  },
  routes: sellerProductRoutes,
  jobs: (deps) => [deps.imports.job, deps.avif.job, leaveShopJob(deps)],
  async tidy(deps) {
    await deleteOldActKeys(deps)
    await forgetOldImports(deps)
  },
} satisfies Feature
