import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { type Language, pathIn } from '#shared/languages.ts'
import { producerMailsEn } from './producer-mail-words.en.ts'
import { producerMailsHi } from './producer-mail-words.hi.ts'

const words = { en: producerMailsEn, hi: producerMailsHi }

/** An application of before has no page. */
const toStatus = ({ publicUrl }: Config, token: string | undefined, language: Language) =>
  token
    ? {
        button: { label: words[language].seeStatus, to: publicUrl + pathIn(language, `/application/${token}`) },
      }
    : {}

export const applicationReceivedMail = mailKind(
  'application received',
  z.object({ name: z.string(), token: z.string().optional() }),
  ({ config }, { name, token }, language) => ({
    ...words[language].received({ ...config, name }),
    ...toStatus(config, token, language),
  }),
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
  z.object({ name: z.string(), answer: z.string().optional(), token: z.string().optional() }),
  ({ config }, { name, answer, token }, language) => ({
    ...words[language].rejected({ ...config, name }),
    // As somebody of the shop wrote it.
    ...(answer ? { blocks: [{ text: answer }] } : {}),
    ...toStatus(config, token, language),
  }),
)

/** Tells the old address of the change, without the new one. */
export const producerEmailChangedMail = mailKind(
  'producer address changed',
  z.object({ name: z.string() }),
  ({ config }, { name }, language) => words[language].emailChanged({ ...config, name }),
)
