import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { ownLoginMailEn } from './own-login-mail-words.en.ts'
import { ownLoginMailHi } from './own-login-mail-words.hi.ts'

const words = { en: ownLoginMailEn, hi: ownLoginMailHi }

/** To the address that opens the workshop from now on, and to the one that did before. */
export const ownLoginSetMail = mailKind(
  'workshop login set',
  z.object({ name: z.string(), email: z.string() }),
  ({ config }, { name, email }, language) => ({
    ...words[language].set({ storeName: config.storeName, supportEmail: config.supportEmail, name, email }),
    button: { label: words[language].open, to: `${config.publicUrl}/workshop` },
  }),
)
