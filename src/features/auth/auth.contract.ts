import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Email, personText } from '#shared/text.ts'
import { MAX_PASSWORD_LENGTH } from './auth.rules.ts'

export const wrongCredentials = appError('WRONG_CREDENTIALS', 401, 'Wrong email address or password')
export const wrongPassword = appError('WRONG_PASSWORD', 403, 'That is not your current password')
/** The session goes on: money leaves only after the password was given once more (docs/promises.md 34). */
export const askAgain = appError('ASK_AGAIN', 401, 'Enter your password once more')
export const emailTaken = appError(
  'EMAIL_TAKEN',
  409,
  'There is already an account with this email address. Log in instead',
)

/** Common passwords are refused besides (server/common-passwords.ts). */
export const NewPassword = z
  .string({ error: 'Enter a password' })
  .normalize('NFC')
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters`)
  .regex(/^\P{Cc}*$/u, 'Use letters, numbers, signs and spaces only, no line breaks or tabs')
/** For logging in: any text could be somebody's password. */
const Password = z
  .string({ error: 'Enter your password' })
  .min(1, 'Enter your password')
  .max(MAX_PASSWORD_LENGTH, 'That password is too long')

/** As typed: older passwords were hashed without normalising them to NFC. */
export const CurrentPassword = z
  .string({ error: 'Enter your current password' })
  .min(1, 'Enter your current password')
  .max(1000)

/** Moving money takes the password along, or needs it within the last ten minutes. */
export const Proof = z.object({ currentPassword: CurrentPassword.optional() })

export const Shopper = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** Product id -> quantity. */
  cartItems: z.record(z.string(), z.int()),
})
export type Shopper = z.output<typeof Shopper>

const VisitorCart = z.unknown().optional()
export const Registration = z.object({
  name: personText('your name', 200),
  email: Email,
  password: NewPassword,
  cartItems: VisitorCart,
})
export const Credentials = z.object({ email: Email, password: Password, cartItems: VisitorCart })
const SignedIn = z.object({ user: Shopper, message: z.string() })

export const register = endpoint('POST', '/api/user/register', {
  access: 'public',
  rate: 'register',
  summary: 'Create an account and log in',
  body: Registration,
  response: SignedIn,
  errors: [emailTaken],
})

export const login = endpoint('POST', '/api/user/login', {
  access: 'public',
  rate: 'login',
  summary: 'Log in',
  body: Credentials,
  response: SignedIn,
  errors: [wrongCredentials],
})

export const isAuth = endpoint('GET', '/api/user/is-auth', {
  access: 'user',
  summary: 'Who is logged in, with the cart',
  response: z.object({ user: Shopper }),
})

const Done = z.object({ message: z.string() })

const leaving = { access: 'public', summary: 'Log out', response: Done } as const
export const logout = endpoint('GET', '/api/user/logout', { ...leaving, isWrite: true })
export const logoutByPost = endpoint('POST', '/api/user/logout', leaving)

export const sellerLogin = endpoint('POST', '/api/seller/login', {
  access: 'public',
  rate: 'login',
  summary: 'Log in as the seller',
  body: Credentials.omit({ cartItems: true }),
  response: Done,
  errors: [wrongCredentials],
})
export const sellerIsAuth = endpoint('GET', '/api/seller/is-auth', {
  access: 'seller',
  summary: 'Is the seller logged in',
  response: z.object({}),
})

const sellerLeaving = { ...leaving, summary: 'Log the seller out' } as const
export const sellerLogout = endpoint('GET', '/api/seller/logout', { ...sellerLeaving, isWrite: true })
export const sellerLogoutByPost = endpoint('POST', '/api/seller/logout', sellerLeaving)

export const proveAgain = endpoint('POST', '/api/second-factor/again', {
  access: 'seller',
  summary: 'Give the password once more, before money leaves',
  body: z.object({ currentPassword: CurrentPassword }),
  response: z.object({ message: z.string(), until: IsoTime }),
  errors: [wrongPassword],
})
