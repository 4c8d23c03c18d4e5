import type { Feature } from '#kernel/feature.ts'
import { invitationMail, removedMail, rightsChangedMail } from './server/team.mails.ts'
import { teamRoutes } from './server/team.routes.ts'
import { teamEn } from './team.words.en.ts'

export const team = {
  routes: teamRoutes,
  words: { en: teamEn },
  mails: [invitationMail, rightsChangedMail, removedMail],
} satisfies Feature
