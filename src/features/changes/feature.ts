import type { Feature } from '#kernel/feature.ts'
import { changesEn } from './changes.words.en.ts'
import { changesHi } from './changes.words.hi.ts'
import { removeOldPhotos } from './server/sent-photos.ts'

export const changes = {
  words: { en: changesEn, hi: changesHi },
  tidy: removeOldPhotos,
} satisfies Feature
