import { withName } from '#kernel/mail/mail-template.ts'

interface Set {
  storeName: string
  supportEmail: string
  name: string
  email: string
}

export const ownLoginMailEn = {
  set: ({ storeName, supportEmail, name, email }: Set) => ({
    subject: `Your login to the workshop of ${storeName}`,
    heading: withName('Your login is set', name),
    text: `From now on ${email} and your password open your workshop in any browser. Your phone opens it as before.`,
    blocks: [{ small: `If you did not do this, write to ${supportEmail} at once.` }],
    why: `You get this mail because somebody set email and password in the workshop of ${storeName}.`,
  }),
  open: 'Open the workshop',
}
