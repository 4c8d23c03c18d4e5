import type { Feature } from '#kernel/feature.ts'
import { keysEn } from './keys.words.en.ts'
import { keyRoutes } from './server/keys.routes.ts'
import { createKeys } from './server/keys.service.ts'

export const keys = {
  gives: (own) => ({ keys: createKeys(own) }),
  routes: keyRoutes,
  words: { en: keysEn },
} satisfies Feature
