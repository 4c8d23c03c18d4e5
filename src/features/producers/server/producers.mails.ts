import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withName } from '#kernel/mail/mail-template.ts'

const why = (config: Config) =>
  `You get this mail because an application to join ${config.storeName} was sent with this address.`

export const applicationReceivedMail = mailKind(
  'application received',
  z.object({ name: z.string() }),
  ({ config }, { name }) => ({
    subject: `${config.storeName} has your application`,
    heading: withName('Thank you', name),
    text: 'We have your application to join as a producer. We read every application and will write to you at this address.',
    why: why(config),
  }),
)

export const applicationApprovedMail = mailKind(
  'application approved',
  z.object({ id: z.string(), name: z.string() }),
  ({ config }, { id, name }) => ({
    subject: `Welcome to ${config.storeName}`,
    heading: withName('Welcome', name),
    text: 'Your application is approved. You have a page in our shop now, where people can read your story.',
    button: { label: 'See your page', to: `${config.publicUrl}/producers/${id}` },
    blocks: [{ text: 'We will contact you about your first products.' }],
    why: why(config),
  }),
)

export const applicationRejectedMail = mailKind(
  'application rejected',
  z.object({ name: z.string() }),
  ({ config }, { name }) => ({
    subject: `Your application to ${config.storeName}`,
    heading: withName('Thank you for applying', name),
    text: 'We cannot take you on as a producer at this time. We wish you and your work well.',
    why: why(config),
  }),
)

/** Tells the old address of the change, without the new one. */
export const producerEmailChangedMail = mailKind(
  'producer address changed',
  z.object({ name: z.string() }),
  ({ config }, { name }) => ({
    subject: `${config.storeName}: the email address of ${name} was changed`,
    heading: 'The email address was changed.',
    text: `We now write to ${name} at another address. Nothing is paid out for a day after the change.`,
    blocks: [
      { note: `Did you not ask for this? Then write to ${config.supportEmail} at once: we stop the next payout.` },
    ],
    why: `You get this mail because ${config.storeName} wrote to a producer at this address until now.`,
  }),
)
