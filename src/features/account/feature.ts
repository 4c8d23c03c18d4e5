import type { Feature } from '#kernel/feature.ts'
import { accountEn } from './account.words.en.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetMail,
  welcomeMail,
} from './server/account.mails.ts'
import { accountRoutes } from './server/account.routes.ts'
import { deleteOldLinks } from './server/account-links.ts'
import { ensureDemoShopper } from './server/demo-shopper.ts'
import { mailWelcome } from './server/email.service.ts'
import { sellerAccountRoutes } from './server/seller-account.routes.ts'

export const account = {
  gives: (own) => ({ welcome: (tx, holder) => mailWelcome(tx, own, holder) }),
  routes(app) {
    accountRoutes(app)
    sellerAccountRoutes(app)
  },
  words: { en: accountEn },
  mails: [welcomeMail, confirmEmailMail, passwordResetMail, passwordChangedMail, emailChangedMail],
  prepare: ensureDemoShopper,
  tidy: deleteOldLinks,
} satisfies Feature
