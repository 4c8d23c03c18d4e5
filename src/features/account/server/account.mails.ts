import type { Config } from '#kernel/config.ts'
import type { Role } from '#kernel/http/session.ts'
import type { Mail } from '#kernel/mail/mail.ts'
import { withName, writeMail } from '#kernel/mail/mail-template.ts'

interface Holder {
  id: string
  name: string | undefined
  email: string
}

/** Who gets it, and why; a shopper's mail goes with the account. */
const to = (config: Config, role: Role, { id, email }: Holder) => ({
  to: email,
  ...(role === 'user' ? { accountId: id } : {}),
  why: `You get this mail because this is the address of a ${accountOf(config, role)}.`,
})

const accountOf = (config: Config, role: Role) => `${role === 'seller' ? 'seller ' : ''}account at ${config.storeName}`

const confirmButton = (config: Config, token: string) => ({
  label: 'Confirm this address',
  to: `${config.publicUrl}/confirm-email?token=${token}`,
})

/** With the link that shows whose address it is. */
export const welcomeMail = (config: Config, user: Holder, token: string, days: number): Mail =>
  writeMail(config, {
    ...to(config, 'user', user),
    subject: `Welcome to ${config.storeName}`,
    isUrgent: true,
    heading: withName('Welcome', user.name),
    text: 'Your account is ready. Please confirm that this is your address.',
    button: confirmButton(config, token),
    blocks: [
      { text: 'Your cart is saved, your addresses are kept, and you can follow your orders.' },
      {
        small: `The link works for ${days} days. If you did not make this account, do nothing: your address stays unconfirmed.`,
      },
    ],
    why: `You get this mail because somebody made an account at ${config.storeName} with this address.`,
  })

export const confirmEmailMail = (config: Config, role: Role, holder: Holder, token: string, days: number): Mail =>
  writeMail(config, {
    ...to(config, role, holder),
    subject: 'Confirm your email address',
    isUrgent: true,
    heading: 'Is this your address?',
    text: `Please confirm that ${holder.email} is the address of your ${accountOf(config, role)}.`,
    button: confirmButton(config, token),
    blocks: [{ small: `The link works for ${days} days. If you did not ask for it, do nothing: nothing changes.` }],
    why: `You get this mail because somebody entered this address for an account at ${config.storeName}.`,
  })

export const passwordResetMail = (config: Config, role: Role, holder: Holder, token: string, minutes: number): Mail =>
  writeMail(config, {
    ...to(config, role, holder),
    subject: 'Set a new password',
    isUrgent: true,
    heading: 'Set a new password.',
    text: `You, or somebody else, asked to set a new password for your ${accountOf(config, role)}.`,
    button: {
      label: 'Set a new password',
      to: `${config.publicUrl}${role === 'seller' ? '/seller' : ''}/reset-password?token=${token}`,
    },
    blocks: [
      {
        small: `The link works once, for ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
      },
    ],
  })

export const passwordChangedMail = (config: Config, role: Role, holder: Holder): Mail =>
  writeMail(config, {
    ...to(config, role, holder),
    subject: 'Your password was changed',
    heading: 'Your password was changed.',
    text: `The password of your ${accountOf(config, role)} was changed just now, and other devices were logged out. If that was not you, somebody else is in your account: set a new password at once.`,
    button: {
      label: 'Set a new password',
      to: `${config.publicUrl}${role === 'seller' ? '/seller' : ''}/forgot-password`,
    },
  })

/** To the address that the account had until now. */
export const emailChangedMail = (config: Config, role: Role, holder: Holder): Mail =>
  writeMail(config, {
    ...to(config, role, holder),
    subject: 'Your email address was changed',
    heading: 'Your email address was changed.',
    text: `Your ${accountOf(config, role)} has another email address from now on. This is the last mail about it to this one. If that was not you, write to us at once.`,
    why: 'You get this mail because this was the address of the account until now.',
  })
