import type { Feature } from '#kernel/feature.ts'
import { secondFactorEn } from './second-factor.words.en.ts'
import { secondFactorHi } from './second-factor.words.hi.ts'
import { beginLogin, deleteOldLogins } from './server/begun-logins.ts'
import { forgetOldDevices, noteDevice } from './server/known-devices.ts'
import { deleteOldQuestions } from './server/passkey-questions.ts'
import { factorMail, newDeviceMail } from './server/second-factor.mails.ts'
import { secondFactorRoutes } from './server/second-factor.routes.ts'

export const secondFactor = {
  gives: (own) => ({
    secondFactor: {
      beginLogin: (tx, person) => beginLogin(tx, own, person),
      noteDevice: (tx, person, request) => noteDevice(tx, own, person, request),
    },
  }),
  routes: secondFactorRoutes,
  words: { en: secondFactorEn, hi: secondFactorHi },
  mails: [factorMail, newDeviceMail],
  async tidy(deps) {
    await deleteOldLogins(deps)
    await deleteOldQuestions(deps)
    await forgetOldDevices(deps)
  },
} satisfies Feature
