import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { producerMailsEn } from './producer-mail-words.en.ts'
import { producerMailsHi } from './producer-mail-words.hi.ts'

const words = { en: producerMailsEn, hi: producerMailsHi }

export const applicationReceivedMail = mailKind(
  'application received',
  z.object({ name: z.string() }),
  ({ config }, { name }, language) => words[language].received({ ...config, name }),
)

export const applicationApprovedMail = mailKind(
  'application approved',
  z.object({ id: z.string(), name: z.string() }),
  ({ config }, { id, name }, language) => ({
    ...words[language].approved({ ...config, name }),
    button: { label: words[language].seePage, to: `${config.publicUrl}/producers/${id}` },
  }),
)

export const applicationRejectedMail = mailKind(
  'application rejected',
  z.object({ name: z.string(), answer: z.string().optional() }),
  ({ config }, { name, answer }, language) => ({
    ...words[language].rejected({ ...config, name }),
    // As somebody of the shop wrote it.
    ...(answer ? { blocks: [{ text: answer }] } : {}),
  }),
)

/** Tells the old address of the change, without the new one. */
export const producerEmailChangedMail = mailKind(
  'producer address changed',
  z.object({ name: z.string() }),
  ({ config }, { name }, language) => words[language].emailChanged({ ...config, name }),
)
