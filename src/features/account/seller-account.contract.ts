import { z } from 'zod'
import { emailTaken, NewPassword } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Email } from '#shared/text.ts'
import { byResetLink, CurrentPassword, EmailState, resetLinkUsedUp, Token, wrongPassword } from './account.contract.ts'

const Done = z.object({ message: z.string() })

export const getSellerAccount = endpoint('GET', '/api/seller/account', {
  access: 'seller',
  summary: "The seller's email address, and one that waits to take its place",
  response: EmailState,
})

/** Logs the other devices out. */
export const changeSellerPassword = endpoint('POST', '/api/seller/password', {
  access: 'seller',
  summary: "Change the seller's password",
  body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  response: Done,
  errors: [wrongPassword],
})

/** Takes effect when the link that is mailed to the new address is opened. */
export const changeSellerEmail = endpoint('POST', '/api/seller/email', {
  access: 'seller',
  summary: "Change the seller's email address",
  body: z.object({ email: Email, currentPassword: CurrentPassword }),
  response: Done,
  errors: [emailTaken, wrongPassword],
})

/** The same answer whether the address is known or not; a known one gets a mail with a link. */
export const requestSellerPasswordReset = endpoint('POST', '/api/seller/password/reset-request', {
  access: 'public',
  rate: 'passwordReset',
  summary: 'Ask for a link to set a new password as the seller',
  body: z.object({ email: Email }),
  response: Done,
})

/** For the page that the mail's link leads to. Does not use the link up. */
export const checkSellerResetLink = endpoint('GET', '/api/seller/password/reset-link', {
  ...byResetLink,
  summary: "Does this link of a mail set the seller's new password still?",
})

/** Once, within 30 minutes of the mail. Logs every device out. */
export const resetSellerPassword = endpoint('POST', '/api/seller/password/reset', {
  access: 'public',
  summary: "Set the seller's new password by the link of the mail",
  body: z.object({ token: Token, password: NewPassword }),
  response: Done,
  errors: [resetLinkUsedUp],
})
