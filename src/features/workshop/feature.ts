import type { Feature } from '#kernel/feature.ts'
import { createPost } from '#kernel/outgoing/post-message.ts'
import { forgetOldDevices } from './door/server/device-cookie.ts'
import { personEnteredMail, workshopInvitationMail } from './door/server/door.mails.ts'
import { doorRoutes } from './door/server/door.routes.ts'
import { deleteOldInvitations } from './door/server/invitations.ts'
import { ownHolidayRoutes } from './holiday/server/holiday.routes.ts'
import { ownMoneyRoutes } from './money/server/money.routes.ts'
import { ownLoginSetMail } from './own-login/server/own-login.mails.ts'
import { ownLoginRoutes } from './own-login/server/own-login.routes.ts'
import { ownParcelRoutes } from './parcels/server/parcels.routes.ts'
import { forgetPeopleOfGone } from './people/server/gone-producers.ts'
import { peopleRoutes } from './people/server/people.routes.ts'
import { ownPieceRoutes } from './products/server/pieces.routes.ts'
import { pushRoutes } from './push/server/push.routes.ts'
import { storyRoutes } from './story/server/story.routes.ts'
import { makerParcelMails } from './telling/server/maker-parcels.mails.ts'
import { forgetPushes, pushJob } from './telling/server/send-pushes.ts'
import { parcelMailsJob } from './telling/server/tell-makers.ts'
import { tellingRoutes } from './telling/server/telling.routes.ts'
import { workshopEn } from './workshop.words.en.ts'
import { workshopHi } from './workshop.words.hi.ts'

export const workshop = {
  gives: () => ({ postPush: createPost() }),
  routes(app) {
    doorRoutes(app)
    peopleRoutes(app)
    ownParcelRoutes(app)
    ownMoneyRoutes(app)
    pushRoutes(app)
    storyRoutes(app)
    tellingRoutes(app)
    ownHolidayRoutes(app)
    ownLoginRoutes(app)
    ownPieceRoutes(app)
  },
  jobs: (deps) => [parcelMailsJob(deps), pushJob(deps)],
  words: { en: workshopEn, hi: workshopHi },
  mails: [workshopInvitationMail, personEnteredMail, ownLoginSetMail, ...makerParcelMails],
  async tidy(deps) {
    const { db, now } = deps
    await forgetPushes(deps)
    await deleteOldInvitations(db, now())
    await forgetOldDevices(db, now())
    await forgetPeopleOfGone(db)
  },
} satisfies Feature
