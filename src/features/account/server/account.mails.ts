import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { type Role, roles } from '#kernel/http/session.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withName } from '#kernel/mail/mail-template.ts'

const role = z.enum(roles)
const token = z.string()

const accountOf = (config: Config, whose: Role) =>
  `${whose === 'seller' ? 'seller ' : ''}account at ${config.storeName}`

const toHolder = (config: Config, whose: Role) =>
  `You get this mail because this is the address of a ${accountOf(config, whose)}.`

const confirmButton = (config: Config, link: string) => ({
  label: 'Confirm this address',
  to: `${config.publicUrl}/confirm-email?token=${link}`,
})

/** Where a shopper or a seller does this. */
const pageOf = (config: Config, whose: Role, page: string) =>
  `${config.publicUrl}${whose === 'seller' ? '/seller' : ''}${page}`

const urgent = { isUrgent: true }

/** With the link that shows whose address it is. */
export const welcomeMail = mailKind(
  'welcome',
  z.object({ name: z.string(), token, days: z.int() }),
  ({ config }, { name, token, days }) => ({
    subject: `Welcome to ${config.storeName}`,
    heading: withName('Welcome', name),
    text: 'Your account is ready. Please confirm that this is your address.',
    button: confirmButton(config, token),
    blocks: [
      { text: 'Your cart is saved, your addresses are kept, and you can follow your orders.' },
      {
        small: `The link works for ${days} days. If you did not make this account, do nothing: your address stays unconfirmed.`,
      },
    ],
    why: `You get this mail because somebody made an account at ${config.storeName} with this address.`,
  }),
  urgent,
)

export const confirmEmailMail = mailKind(
  'confirm address',
  z.object({ role, email: z.string(), token, days: z.int() }),
  ({ config }, { role, email, token, days }) => ({
    subject: 'Confirm your email address',
    heading: 'Is this your address?',
    text: `Please confirm that ${email} is the address of your ${accountOf(config, role)}.`,
    button: confirmButton(config, token),
    blocks: [{ small: `The link works for ${days} days. If you did not ask for it, do nothing: nothing changes.` }],
    why: `You get this mail because somebody entered this address for an account at ${config.storeName}.`,
  }),
  urgent,
)

export const passwordResetMail = mailKind(
  'new password',
  z.object({ role, token, minutes: z.int() }),
  ({ config }, { role, token, minutes }) => ({
    subject: 'Set a new password',
    heading: 'Set a new password.',
    text: `You, or somebody else, asked to set a new password for your ${accountOf(config, role)}.`,
    button: { label: 'Set a new password', to: pageOf(config, role, `/reset-password?token=${token}`) },
    blocks: [
      {
        small: `The link works once, for ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
      },
    ],
    why: toHolder(config, role),
  }),
  urgent,
)

export const passwordChangedMail = mailKind('password changed', z.object({ role }), ({ config }, { role }) => ({
  subject: 'Your password was changed',
  heading: 'Your password was changed.',
  text: `The password of your ${accountOf(config, role)} was changed just now, and other devices were logged out. If that was not you, somebody else is in your account: set a new password at once.`,
  button: { label: 'Set a new password', to: pageOf(config, role, '/forgot-password') },
  why: toHolder(config, role),
}))

/** To the address that the account had until now. */
export const emailChangedMail = mailKind('address changed', z.object({ role }), ({ config }, { role }) => ({
  subject: 'Your email address was changed',
  heading: 'Your email address was changed.',
  text: `Your ${accountOf(config, role)} has another email address from now on. This is the last mail about it to this one. If that was not you, write to us at once.`,
  why: 'You get this mail because this was the address of the account until now.',
}))

/** Who gets a mail about an account; a shopper's goes with the account. */
export const holderOf = (whose: Role, { id, email }: { id: string; email: string }) => ({
  to: email,
  ...(whose === 'user' ? { accountId: id } : {}),
})
