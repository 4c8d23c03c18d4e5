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

/** Tells applicants that they were taken on. */
export const applicationApprovedMail = mailKind(
  'application approved',
  z.object({ id: z.string(), name: z.string() }),
  ({ config }, { id, name }) => ({
    subject: `Welcome to ${config.storeName}`,
    heading: withName('Welcome', name),
    text: 'Your application is approved. You have a page in our shop now, where people can read your story.',
    button: { label: 'See your page', to: `${config.publicUrl}/producers/${id}` },
    blocks: [{ text: 'We will write to you about your first products.' }],
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
