import { withName } from '#kernel/mail/mail-template.ts'

interface Invited {
  storeName: string
  name: string
  by: string
  producer: string
  days: number
}

/** Mails about coming in. */
export const doorMailsEn = {
  invitation: ({ storeName, name, by, producer, days }: Invited) => ({
    subject: `You are invited to the workshop of ${storeName}`,
    heading: withName('Come in', name),
    text: `${by} invites you to the workshop of ${producer}: there you see your parcels and your money.`,
    blocks: [
      {
        small: `The link works once, for ${days} days. Open it on the phone that you will use. If you do not know what this is about, do nothing.`,
      },
    ],
    why: `You get this mail because somebody of ${storeName} entered this address to invite you.`,
  }),
  openWorkshop: 'Open the workshop',
}
