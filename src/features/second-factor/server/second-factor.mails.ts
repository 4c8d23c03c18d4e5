import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'

const why = (config: Config) =>
  `You get this mail because this is the address of a seller account at ${config.storeName}.`

const password = (config: Config) => ({ label: 'Set a new password', to: `${config.publicUrl}/seller/forgot-password` })

const factorNews = ['on', 'off', 'app added', 'app off', 'passkey added', 'passkey removed', 'recovery code'] as const
export type FactorNews = (typeof factorNews)[number]

const kindsOfNews: Record<FactorNews, { subject: string; text: string }> = {
  on: {
    subject: 'Your second factor is on',
    text: 'From now on a login asks for a code as well as your password, and so does what moves money. Your other devices were logged out.',
  },
  off: {
    subject: 'Your second factor was taken off',
    text: 'From now on the password alone is enough to log in.',
  },
  'app added': {
    subject: 'An app was added to your second factor',
    text: 'From now on a login goes by a code of that app, too.',
  },
  'app off': {
    subject: 'Your app was taken off',
    text: 'Its codes open nothing any more. Your passkeys go on working.',
  },
  'passkey added': {
    subject: 'A passkey was added',
    text: 'From now on it alone is enough to log in as you, on the device that keeps it.',
  },
  'passkey removed': {
    subject: 'A passkey was removed',
    text: 'It opens nothing any more.',
  },
  'recovery code': {
    subject: 'A recovery code was used',
    text: 'Somebody used one of your ten recovery codes in place of the six digits of your app. It does not work again.',
  },
}

export const factorMail = mailKind(
  'second factor',
  z.object({ what: z.enum(factorNews) }),
  ({ config }, { what }) => ({
    subject: kindsOfNews[what].subject,
    heading: `${kindsOfNews[what].subject}.`,
    text: `${kindsOfNews[what].text} If that was not you, somebody else is in your account: set a new password at once.`,
    button: password(config),
    why: why(config),
  }),
  { isUrgent: true },
)

export const newDeviceMail = mailKind(
  'new device',
  z.object({ device: z.string() }),
  ({ config }, { device }) => ({
    subject: 'You logged in on a new device',
    heading: 'You logged in on a new device.',
    text: `${device} logged in as you at ${config.storeName} just now, for the first time. If that was not you, somebody else is in your account: set a new password at once, which logs everybody out.`,
    button: password(config),
    why: why(config),
  }),
  { isUrgent: true },
)
