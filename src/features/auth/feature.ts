import type { Feature } from '#kernel/feature.ts'
import { authEn } from './auth.words.en.ts'
import { authHi } from './auth.words.hi.ts'
import { authRoutes } from './server/auth.routes.ts'
import { ensureSeller } from './server/auth.service.ts'
import { createSessions, deleteOldSessions } from './server/sessions.ts'

export const auth = {
  gives: (own) => ({ sessions: createSessions(own) }),
  routes: authRoutes,
  words: { en: authEn, hi: authHi },
  prepare: ensureSeller,
  tidy: deleteOldSessions,
} satisfies Feature
