import type { Config } from '#kernel/config.ts'
import type { Role } from '#kernel/http/session.ts'
import type { Mail } from '#kernel/mail/mail.ts'
import { writeMail } from '#kernel/mail/mail-template.ts'

interface Holder {
  id: string
  name: string | undefined
  email: string
}

/** Receiver and greeting; a shopper's mail goes with the account. */
const to = (role: Role, { id, name, email }: Holder) => ({
  to: email,
  ...(name === undefined ? {} : { name }),
  ...(role === 'user' ? { accountId: id } : {}),
})

const accountOf = (config: Config, role: Role) => `${role === 'seller' ? 'seller ' : ''}account at ${config.storeName}`

const confirmationLink = (config: Config, token: string) => ({
  link: 'Confirm this address',
  to: `${config.publicUrl}/confirm-email?token=${token}`,
})

/** With the link that shows whose address it is. */
export const welcomeMail = (config: Config, user: Holder, token: string, days: number): Mail =>
  writeMail(config, {
    ...to('user', user),
    subject: `Welcome to ${config.storeName}`,
    isUrgent: true,
    blocks: [
      'Your account is ready. Your cart is saved, your addresses are kept, and you can follow your orders.',
      'Please confirm that this is your address:',
      confirmationLink(config, token),
      `The link works for ${days} days. If you did not make this account, do nothing: your address is not taken to be theirs.`,
      { link: 'See what is on the stalls', to: `${config.publicUrl}/products` },
    ],
  })

export const confirmEmailMail = (config: Config, role: Role, holder: Holder, token: string, days: number): Mail =>
  writeMail(config, {
    ...to(role, holder),
    subject: 'Confirm your email address',
    isUrgent: true,
    blocks: [
      `Please confirm that ${holder.email} is the address of your ${accountOf(config, role)}.`,
      confirmationLink(config, token),
      `The link works for ${days} days. If you did not ask for it, do nothing: nothing changes.`,
    ],
  })

export const passwordResetMail = (config: Config, role: Role, holder: Holder, token: string, minutes: number): Mail =>
  writeMail(config, {
    ...to(role, holder),
    subject: 'Set a new password',
    isUrgent: true,
    blocks: [
      `You, or somebody else, asked to set a new password for your ${accountOf(config, role)}.`,
      {
        link: 'Set a new password',
        to: `${config.publicUrl}${role === 'seller' ? '/seller' : ''}/reset-password?token=${token}`,
      },
      `The link works once, for ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    ],
  })

export const passwordChangedMail = (config: Config, role: Role, holder: Holder): Mail =>
  writeMail(config, {
    ...to(role, holder),
    subject: 'Your password was changed',
    blocks: [
      `The password of your ${accountOf(config, role)} was changed just now, and other devices were logged out.`,
      'If that was not you, somebody else is in your account. Set a new password at once:',
      {
        link: 'Set a new password',
        to: `${config.publicUrl}${role === 'seller' ? '/seller' : ''}/forgot-password`,
      },
    ],
  })

/** To the address that the account had until now. */
export const emailChangedMail = (config: Config, role: Role, holder: Holder): Mail =>
  writeMail(config, {
    ...to(role, holder),
    subject: 'Your email address was changed',
    blocks: [
      `Your ${accountOf(config, role)} has another email address from now on. This is the last mail about it to this one.`,
      'If that was not you, write to us at once.',
    ],
  })
