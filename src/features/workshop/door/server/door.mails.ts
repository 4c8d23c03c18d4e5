import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withName } from '#kernel/mail/mail-template.ts'
import { workshopEnterUrl } from './invitations.ts'

export const workshopInvitationMail = mailKind(
  'workshop invitation',
  z.object({ name: z.string(), by: z.string(), producer: z.string(), token: z.string(), days: z.int() }),
  ({ config }, { name, by, producer, token, days }) => ({
    subject: `You are invited to the workshop of ${config.storeName}`,
    heading: withName('Come in', name),
    text: `${by} invites you to the workshop of ${producer}: there you see your pieces, your parcels and your money.`,
    button: { label: 'Open the workshop', to: workshopEnterUrl(config, token) },
    blocks: [
      {
        small: `The link works once, for ${days} days. Open it on the phone that you will use. If you do not know what this is about, do nothing.`,
      },
    ],
    why: `You get this mail because somebody of ${config.storeName} entered this address to invite you.`,
  }),
  { isUrgent: true },
)

export const personEnteredMail = mailKind(
  'workshop entered',
  z.object({ name: z.string(), producer: z.string() }),
  ({ config }, { name, producer }) => ({
    subject: `${name} has opened the workshop of ${producer}`,
    heading: `${name} is in.`,
    text: `Your invitation was used: ${name} can open the workshop of ${producer} now. If that is somebody else, take the person out.`,
    button: { label: 'Approved producers', to: `${config.publicUrl}/seller/approved-producers` },
    why: `You get this mail because you made the invitation.`,
  }),
)
