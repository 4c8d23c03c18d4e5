import { z } from 'zod'
import { emailTaken, NewPassword } from '#features/auth/auth.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Email, personText } from '#shared/text.ts'

export const resetLinkUsedUp = appError(
  'RESET_LINK_USED_UP',
  400,
  'This link has been used or is too old. Ask for a new one',
)
export const emailLinkUsedUp = appError(
  'EMAIL_LINK_USED_UP',
  400,
  'This link has been used or is too old. Ask for a new one on your account page',
)
export const wrongPassword = appError('WRONG_PASSWORD', 403, 'That is not your current password')
export const sessionNotFound = appError('SESSION_NOT_FOUND', 404, 'This device is logged out already')

export const openOrders = appError(
  'OPEN_ORDERS',
  409,
  'You have an order on its way. Cancel it or wait until it is delivered, then delete the account',
)

export const openReturns = appError(
  'OPEN_RETURNS',
  409,
  'A return of yours is not done yet. Withdraw it or wait until it is, then delete the account',
)

/** As typed: older passwords were hashed without normalising them to NFC. */
export const CurrentPassword = z
  .string({ error: 'Enter your current password' })
  .min(1, 'Enter your current password')
  .max(1000)
const Done = z.object({ message: z.string() })
export const Token = z.string().min(1).max(100)

/** The same answer whether the address is known or not; a known one gets a mail with a link. */
export const requestPasswordReset = endpoint('POST', '/api/user/password/reset-request', {
  access: 'public',
  rate: 'passwordReset',
  summary: 'Ask for a link to set a new password',
  body: z.object({ email: Email }),
  response: Done,
})

export const byResetLink = {
  access: 'public',
  query: z.object({ token: z.string() }),
  response: z.object({ works: z.boolean() }),
} as const

/** For the page that the mail's link leads to. Does not use the link up. */
export const checkResetLink = endpoint('GET', '/api/user/password/reset-link', {
  ...byResetLink,
  summary: 'Does this link of a mail set a new password still?',
})

/** Once, within 30 minutes of the mail. Logs every device out. */
export const resetPassword = endpoint('POST', '/api/user/password/reset', {
  access: 'public',
  summary: 'Set a new password by the link of the mail',
  body: z.object({ token: Token, password: NewPassword }),
  response: Done,
  errors: [resetLinkUsedUp],
})

/** The name at once; a new e-mail address needs the current password, and takes effect when the link that is mailed to it is opened. */
export const changeProfile = endpoint('PATCH', '/api/user/profile', {
  access: 'user',
  summary: 'Change name or e-mail address',
  body: z.object({
    name: personText('your name', 200),
    email: Email,
    currentPassword: z.string().max(1000).optional(),
  }),
  response: Done,
  errors: [emailTaken, wrongPassword],
})

/** The address, whether its owner has confirmed it, and one that waits to take its place. */
export const EmailState = z.object({ email: z.string(), isConfirmed: z.boolean(), newEmail: z.string().nullable() })
export type EmailState = z.output<typeof EmailState>

export const getEmail = endpoint('GET', '/api/user/email', {
  access: 'user',
  summary: 'The email address of the account, and whether it is confirmed',
  response: EmailState,
})

/** To the new address when one waits, else to the account's. */
export const sendEmailLink = endpoint('POST', '/api/user/email/send-link', {
  access: 'user',
  summary: 'Send the link that confirms the email address again',
  response: Done,
})

/** The link in the mail leads to a page whose button calls this. For shoppers and sellers. Safe to call twice. */
export const confirmEmail = endpoint('POST', '/api/email/confirm', {
  access: 'public',
  summary: 'Confirm an email address by the link of the mail',
  body: z.object({ token: Token }),
  response: z.object({ message: z.string(), role: z.enum(['user', 'seller']) }),
  errors: [emailLinkUsedUp, emailTaken],
})

/** Logs the other devices out. */
export const changePassword = endpoint('POST', '/api/user/password', {
  access: 'user',
  summary: 'Change the password',
  body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  response: Done,
  errors: [wrongPassword],
})

export const SessionInfo = z.object({
  _id: z.string(),
  isThisDevice: z.boolean(),
  /** Such as "Chrome on Android"; what the browser said at login. */
  device: z.string(),
  createdAt: IsoTime,
  lastSeenAt: IsoTime,
})

export type SessionInfo = z.output<typeof SessionInfo>

export const listSessions = endpoint('GET', '/api/user/sessions', {
  access: 'user',
  summary: 'Where the shopper is logged in',
  response: z.object({ sessions: z.array(SessionInfo) }),
})

export const endSession = endpoint('DELETE', '/api/user/sessions/:id', {
  access: 'user',
  summary: 'Log a device out',
  params: z.object({ id: Id }),
  response: Done,
  errors: [sessionNotFound],
})

export const downloadData = endpoint('GET', '/api/user/data', {
  access: 'user',
  summary: 'Everything the shop keeps of the shopper, to download',
  isHeavy: true,
  file: 'application/json; charset=utf-8',
})

/** Account, addresses, cart and sessions go; orders are kept without the person. */
export const deleteAccount = endpoint('POST', '/api/user/delete', {
  access: 'user',
  summary: 'Delete the account',
  body: z.object({ currentPassword: CurrentPassword }),
  response: Done,
  errors: [wrongPassword],
})
