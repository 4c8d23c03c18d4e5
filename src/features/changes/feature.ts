import type { Feature } from '#kernel/feature.ts'
import { changesEn } from './changes.words.en.ts'
import { changesHi } from './changes.words.hi.ts'
import { changeMails } from './server/changes.mails.ts'
import { changesRoutes } from './server/changes.routes.ts'
import { endChangesOfGone } from './server/end-gone.ts'
import { removeOldPhotos } from './server/sent-photos.ts'

export const changes = {
  routes: changesRoutes,
  words: { en: changesEn, hi: changesHi },
  mails: changeMails,
  async tidy(deps) {
    await endChangesOfGone(deps)
    await removeOldPhotos(deps)
  },
} satisfies Feature
