import { z } from 'zod'
import { CurrentPassword, emailTaken, NewPassword, ShopperName, wrongPassword } from '#features/auth/auth.contract.ts'
import { accountKinds, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Email } from '#shared/text.ts'
import { appError } from './account.messages.ts'

export const resetLinkUsedUp = appError('RESET_LINK_USED_UP', 400)
export const emailLinkUsedUp = appError('EMAIL_LINK_USED_UP', 400)
export const sessionNotFound = appError('SESSION_NOT_FOUND', 404)

export const openOrders = appError('OPEN_ORDERS', 409)
export const openReturns = appError('OPEN_RETURNS', 409)

const Done = z.object({ message: z.string() })
export const Token = z.string().min(1).max(100)

/** Known and unknown addresses get the same answer; a known one gets a link by mail. */
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

/** Tells the link's page whether it works; does not use it up. */
export const checkResetLink = endpoint('GET', '/api/user/password/reset-link', {
  ...byResetLink,
  summary: 'Does this link of a mail set a new password still?',
})

/** Sets a password once, within 30 minutes of the mail. Logs out every device. */
export const resetPassword = endpoint('POST', '/api/user/password/reset', {
  access: 'public',
  summary: 'Set a new password by the link of the mail',
  body: z.object({ token: Token, password: NewPassword }),
  response: Done,
  errors: [resetLinkUsedUp],
})

/** The name at once; a new e-mail address with the current password, and once the link mailed to it is opened. */
export const changeProfile = endpoint('PATCH', '/api/user/profile', {
  access: 'user',
  summary: 'Change name or e-mail address',
  body: z.object({
    name: ShopperName,
    email: Email,
    currentPassword: z.string().max(1000).optional(),
  }),
  response: Done,
  errors: [emailTaken, wrongPassword],
})

/** `newEmail` waits to replace `email`. */
export const EmailState = z.object({ email: z.string(), isConfirmed: z.boolean(), newEmail: z.string().nullable() })
export type EmailState = z.output<typeof EmailState>

export const getEmail = endpoint('GET', '/api/user/email', {
  access: 'user',
  summary: 'The email address of the account, and whether it is confirmed',
  response: EmailState,
})

/** Mails a link to the waiting address, else to the account's. */
export const sendEmailLink = endpoint('POST', '/api/user/email/send-link', {
  access: 'user',
  summary: 'Send the link that confirms the email address again',
  response: Done,
})

/** Called by the button of the link's page, for shoppers and sellers. Idempotent. */
export const confirmEmail = endpoint('POST', '/api/email/confirm', {
  access: 'public',
  summary: 'Confirm an email address by the link of the mail',
  body: z.object({ token: Token }),
  response: z.object({ message: z.string(), role: z.enum(accountKinds) }),
  errors: [emailLinkUsedUp, emailTaken],
})

/** Logs out the other devices. */
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
  /** "Chrome on Android", by the login's user agent. */
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

/** Orders are kept without the person. */
export const deleteAccount = endpoint('POST', '/api/user/delete', {
  access: 'user',
  summary: 'Delete the account',
  body: z.object({ currentPassword: CurrentPassword }),
  response: Done,
  errors: [wrongPassword],
})
