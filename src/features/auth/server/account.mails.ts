import type { Config } from '#server/config.ts'
import type { Mail } from '#server/mail.ts'
import { writeMail } from '#server/mail-template.ts'

export const welcomeMail = (config: Config, user: { name: string; email: string }): Mail =>
  writeMail(config, {
    to: user.email,
    subject: `Welcome to ${config.storeName}`,
    name: user.name,
    blocks: [
      'Your account is ready. Your cart is saved, your addresses are kept, and you can follow your orders.',
      { link: 'See what is on the stalls', to: `${config.publicUrl}/products` },
    ],
  })

export const passwordResetMail = (
  config: Config,
  user: { name: string; email: string },
  token: string,
  minutes: number,
): Mail =>
  writeMail(config, {
    to: user.email,
    subject: 'Set a new password',
    isUrgent: true,
    name: user.name,
    blocks: [
      `You, or somebody else, asked to set a new password for your ${config.storeName} account.`,
      { link: 'Set a new password', to: `${config.publicUrl}/reset-password?token=${token}` },
      `The link works once, for ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    ],
  })
