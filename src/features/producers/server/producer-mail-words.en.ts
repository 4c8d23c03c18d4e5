import { type MailWords, withName } from '#kernel/mail/mail-template.ts'

interface To {
  storeName: string
  supportEmail: string
  name: string
}

const why = ({ storeName }: To) =>
  `You get this mail because an application to join ${storeName} was sent with this address.`

export const producerMailsEn = {
  received: (to: To): MailWords => ({
    subject: `${to.storeName} has your application`,
    heading: withName('Thank you', to.name),
    text: 'We have your application to join as a producer. We read every application and will write to you at this address.',
    why: why(to),
  }),
  approved: (to: To): MailWords => ({
    subject: `Welcome to ${to.storeName}`,
    heading: withName('Welcome', to.name),
    text: 'Your application is approved. You have a page in our shop now, where people can read your story.',
    blocks: [{ text: 'We will contact you about your first products.' }],
    why: why(to),
  }),
  seePage: 'See your page',
  seeStatus: 'See your application',
  rejected: (to: To): MailWords => ({
    subject: `Your application to ${to.storeName}`,
    heading: withName('Thank you for applying', to.name),
    text: 'We cannot take you on as a producer at this time. We wish you and your work well.',
    why: why(to),
  }),
  emailChanged: ({ storeName, supportEmail, name }: To): MailWords => ({
    subject: `${storeName}: the email address of ${name} was changed`,
    heading: 'The email address was changed.',
    text: `We now write to ${name} at another address. Nothing is paid out for a day after the change.`,
    blocks: [{ note: `Did you not ask for this? Then write to ${supportEmail} at once: we stop the next payout.` }],
    why: `You get this mail because ${storeName} wrote to a producer at this address until now.`,
  }),
}
