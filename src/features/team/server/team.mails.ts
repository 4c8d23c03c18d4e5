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

export const rightsChangedMail = mailKind(
  'rights changed',
  z.object({ name: z.string(), by: z.string(), rights: z.array(z.enum(rights)) }),
  ({ config }, { name, by, rights: some }) => ({
    subject: `What you may do at ${config.storeName} has changed`,
    heading: withName('Your rights have changed', name),
    text: `${by} set what you may do in the seller’s area of ${config.storeName}.`,
    blocks: [
      {
        text:
          some.length > 0
            ? `From now on you can work with: ${some.join(', ')}.`
            : 'For now you can open nothing there but your own account.',
      },
    ],
    button: { label: 'Open the seller area', to: `${config.publicUrl}/seller` },
    why: `You get this mail because you work in the seller’s area of ${config.storeName}.`,
  }),
)

export const removedMail = mailKind(
  'removed from team',
  z.object({ name: z.string(), by: z.string(), email: z.string() }),
  ({ config }, { name, by, email }) => ({
    subject: `You do not work at ${config.storeName} any more`,
    heading: withName('You were removed', name),
    text: `${by} removed you from the seller’s area of ${config.storeName}. Your login there has ended on every device.`,
    blocks: [{ small: `If that is a mistake, write to ${email}.` }],
    why: `You get this mail because you worked in the seller’s area of ${config.storeName}.`,
  }),
)
