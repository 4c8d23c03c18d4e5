import { z } from 'zod'
import { CurrentPassword, emailTaken, NewPassword, wrongPassword } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Email } from '#shared/text.ts'
import { byResetLink, EmailState, resetLinkUsedUp, Token } from './account.contract.ts'

const Done = z.object({ message: z.string() })

export const getSellerAccount = endpoint('GET', '/api/seller/account', {
  access: 'seller',
  rights: [],
  summary: "The seller's email address, and one that waits to take its place",
  response: EmailState,
})

/** Logs out the other devices. */
export const changeSellerPassword = endpoint('POST', '/api/seller/password', {
  access: 'seller',
  rights: [],
  summary: "Change the seller's password",
  body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  response: Done,
  errors: [wrongPassword],
})

/** The new address counts once the link mailed to it is opened. */
export const changeSellerEmail = endpoint('POST', '/api/seller/email', {
  access: 'seller',
  rights: [],
  summary: "Change the seller's email address",
  body: z.object({ email: Email, currentPassword: CurrentPassword }),
  response: Done,
  errors: [emailTaken, wrongPassword],
})

/** Known and unknown addresses get the same answer; a known one gets a link by mail. */
export const requestSellerPasswordReset = endpoint('POST', '/api/seller/password/reset-request', {
  access: 'public',
  rate: 'passwordReset',
  summary: 'Ask for a link to set a new password as the seller',
  body: z.object({ email: Email }),
  response: Done,
})

/** Tells the link's page whether it works; does not use it up. */
export const checkSellerResetLink = endpoint('GET', '/api/seller/password/reset-link', {
  ...byResetLink,
  summary: "Does this link of a mail set the seller's new password still?",
})

/** Sets a password once, within 30 minutes of the mail. Logs out every device. */
export const resetSellerPassword = endpoint('POST', '/api/seller/password/reset', {
  access: 'public',
  summary: "Set the seller's new password by the link of the mail",
  body: z.object({ token: Token, password: NewPassword }),
  response: Done,
  errors: [resetLinkUsedUp],
})
