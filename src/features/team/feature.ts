import type { Feature } from '#kernel/feature.ts'
import { invitationMail } from './server/team.mails.ts'
import { teamRoutes } from './server/team.routes.ts'
import { teamEn } from './team.words.en.ts'

export const team = { routes: teamRoutes, words: teamEn, mails: [invitationMail] } satisfies Feature
