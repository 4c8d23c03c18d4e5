import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withName } from '#kernel/mail/mail-template.ts'
import { rights } from '#shared/rights.ts'
import { enterUrl } from './enter-url.ts'

export const invitationMail = mailKind(
  'team invitation',
  z.object({ name: z.string(), by: z.string(), rights: z.array(z.enum(rights)), token: z.string(), days: z.int() }),
  ({ config }, { name, by, rights: some, token, days }) => ({
    subject: `You are invited to ${config.storeName}`,
    heading: withName('Come in', name),
    text: `${by} invites you to work in the seller’s area of ${config.storeName}. Choose a password of your own, and you are in.`,
    button: { label: 'Choose a password', to: enterUrl(config, token) },
    blocks: [
      ...(some.length > 0 ? [{ text: `You can work with: ${some.join(', ')}.` }] : []),
      {
        small: `The link works once, for ${days} days. If you do not know what this is about, do nothing: nobody gets in by it but you.`,
      },
    ],
    why: `You get this mail because somebody of ${config.storeName} entered this address to invite you.`,
  }),
  { isUrgent: true },
)
