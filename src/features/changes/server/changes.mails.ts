import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { changeKinds } from '../changes.states.ts'
import { changeMailsEn } from './change-mail-words.en.ts'
import { changeMailsHi } from './change-mail-words.hi.ts'

const words = { en: changeMailsEn, hi: changeMailsHi }

/** `person`: who is greeted. `name`: of the piece, or of the producer. */
const Told = z.object({ kind: z.enum(changeKinds), person: z.string(), name: z.string() })

export const changeApprovedMail = mailKind('change approved', Told, ({ config }, told, language) => ({
  ...words[language].approved({ ...config, ...told }),
  button: { label: words[language].openWorkshop, to: `${config.publicUrl}/workshop` },
}))

export const changeSentBackMail = mailKind(
  'change sent back',
  Told.extend({ sentence: z.string(), by: z.string() }),
  ({ config }, told, language) => ({
    ...words[language].sentBack({ ...config, ...told }),
    button: { label: words[language].openWorkshop, to: `${config.publicUrl}/workshop` },
  }),
)

export const changeMails = [changeApprovedMail, changeSentBackMail]
