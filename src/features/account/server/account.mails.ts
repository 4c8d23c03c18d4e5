import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withName } from '#kernel/mail/mail-template.ts'
import { type AccountKind, accountKinds } from '#shared/endpoint.ts'

const role = z.enum(accountKinds)
const token = z.string()

/** A kind's name and pages in mails, and whether its mails are deleted with the account. */
const kindsInMails: Record<AccountKind, { name: string; pages: string; ownsMails: boolean }> = {
  user: { name: 'account', pages: '', ownsMails: true },
  seller: { name: 'seller account', pages: '/seller', ownsMails: false },
  producer: { name: 'workshop account', pages: '/workshop', ownsMails: false },
}

const accountOf = (config: Config, whose: AccountKind) => `${kindsInMails[whose].name} at ${config.storeName}`

const toHolder = (config: Config, whose: AccountKind) =>
  `You get this mail because this is the address of a ${accountOf(config, whose)}.`

const confirmButton = (config: Config, link: string) => ({
  label: 'Confirm this address',
  to: `${config.publicUrl}/confirm-email?token=${link}`,
})

const pageOf = (config: Config, whose: AccountKind, page: string) =>
  `${config.publicUrl}${kindsInMails[whose].pages}${page}`

const urgent = { isUrgent: true }

/** The welcome mail has the link that confirms the address. */
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

/** Goes to the address that the account had before. */
export const emailChangedMail = mailKind('address changed', z.object({ role }), ({ config }, { role }) => ({
  subject: 'Your email address was changed',
  heading: 'Your email address was changed.',
  text: `Your ${accountOf(config, role)} has another email address from now on. This is the last mail about it to this one. If that was not you, write to us at once.`,
  why: 'You get this mail because this was the address of the account until now.',
}))

export const holderOf = (whose: AccountKind, { id, email }: { id: string; email: string }) => ({
  to: email,
  ...(kindsInMails[whose].ownsMails ? { accountId: id } : {}),
})
