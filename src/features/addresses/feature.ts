import type { Feature } from '#kernel/feature.ts'
import { addressesEn } from './addresses.words.en.ts'
import { addressRoutes } from './server/addresses.routes.ts'

export const addresses = { routes: addressRoutes, words: addressesEn } satisfies Feature
