import type { Feature } from '#kernel/feature.ts'
import { addressesEn } from './addresses.words.en.ts'
import { addressesHi } from './addresses.words.hi.ts'
import { addressRoutes } from './server/addresses.routes.ts'

export const addresses = { routes: addressRoutes, words: { en: addressesEn, hi: addressesHi } } satisfies Feature
