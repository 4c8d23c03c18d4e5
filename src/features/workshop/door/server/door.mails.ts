import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { doorMailsEn } from './door-mail-words.en.ts'
import { doorMailsHi } from './door-mail-words.hi.ts'
import { workshopEnterUrl } from './invitations.ts'

const words = { en: doorMailsEn, hi: doorMailsHi }

export const workshopInvitationMail = mailKind(
  'workshop invitation',
  z.object({ name: z.string(), by: z.string(), producer: z.string(), token: z.string(), days: z.int() }),
  ({ config }, { token, ...invited }, language) => ({
    ...words[language].invitation({ ...config, ...invited }),
    button: { label: words[language].openWorkshop, to: workshopEnterUrl(config, token) },
  }),
  { isUrgent: true },
)

/** To whom of the shop's people made the invitation. */
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
