import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'

/** Asks whether the address wants the newsletter: anybody may have typed it. */
export const newsletterMail = mailKind('newsletter', z.object({ token: z.string() }), ({ config }, { token }) => {
  const unsubscribe = `${config.publicUrl}/newsletter/unsubscribe?token=${token}`
  return {
    subject: `Your ${config.storeName} newsletter`,
    heading: 'One more step.',
    text: 'Please confirm that you want our newsletter, about producers and what they are working on.',
    button: { label: 'Yes, send me the newsletter', to: `${config.publicUrl}/newsletter/confirm?token=${token}` },
    blocks: [{ small: 'If you did not ask for it, do nothing: nothing more will come.' }],
    why: `You get this mail because somebody entered this address for the newsletter of ${config.storeName}.`,
    unsubscribe,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      // One click in the mail program unsubscribes (RFC 8058).
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
})
