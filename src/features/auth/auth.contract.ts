import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'
import { rights } from '#shared/rights.ts'
import { Email, personText } from '#shared/text.ts'
import { appError, finding, message } from './auth.messages.ts'
import { MAX_PASSWORD_LENGTH } from './auth.rules.ts'

export const wrongCredentials = appError('WRONG_CREDENTIALS', 401)
export const wrongPassword = appError('WRONG_PASSWORD', 403)
export const emailTaken = appError('EMAIL_TAKEN', 409)

/** Common passwords are refused besides (server/common-passwords.ts). */
export const NewPassword = z
  .string({ error: finding('NEW_PASSWORD_MISSING') })
  .normalize('NFC')
  .min(MIN_PASSWORD_LENGTH, finding('NEW_PASSWORD_TOO_SHORT', { min: MIN_PASSWORD_LENGTH }))
  .max(MAX_PASSWORD_LENGTH, finding('NEW_PASSWORD_TOO_LONG', { max: MAX_PASSWORD_LENGTH }))
  .regex(/^\P{Cc}*$/u, finding('NEW_PASSWORD_CHARACTERS'))
/** For logging in: any text could be somebody's password. */
const Password = z
  .string({ error: finding('PASSWORD_MISSING') })
  .min(1, finding('PASSWORD_MISSING'))
  .max(MAX_PASSWORD_LENGTH, finding('PASSWORD_NEVER_SO_LONG'))

/** As typed: older passwords were hashed without normalising them to NFC. */
export const CurrentPassword = z
  .string({ error: finding('CURRENT_PASSWORD_MISSING') })
  .min(1, finding('CURRENT_PASSWORD_MISSING'))
  .max(1000)

/** The guard takes the password from it (kernel/guard/access.ts). */
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

export const ShopperName = personText(message('YOUR_NAME'), 200)

const VisitorCart = z.unknown().optional()
export const Registration = z.object({
  name: ShopperName,
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

/** One of the shop's people. The name is '' where a setting made the account. */
export const Person = z.object({ _id: z.string(), name: z.string(), rights: z.array(z.enum(rights)) })
const OfPerson = z.object({ person: Person })

export const sellerLogin = endpoint('POST', '/api/seller/login', {
  access: 'public',
  rate: 'login',
  summary: 'Log in as the seller',
  body: Credentials.omit({ cartItems: true }),
  /** `needs`: nothing is open until POST /api/second-factor/enter, within ten minutes. */
  response: Done.extend({ person: Person.optional(), needs: z.literal('code').optional() }),
  errors: [wrongCredentials],
})
export const sellerIsAuth = endpoint('GET', '/api/seller/is-auth', {
  access: 'seller',
  rights: [],
  summary: 'Is the seller logged in, with name and rights',
  response: OfPerson.extend({
    /** What an act asks for that answers ASK_AGAIN. */
    asks: z.enum(['password', 'code']),
    /** A second factor is demanded, and the person has none. */
    mustSetUp: z.boolean(),
  }),
})

const sellerLeaving = { ...leaving, summary: 'Log the seller out' } as const
export const sellerLogout = endpoint('GET', '/api/seller/logout', { ...sellerLeaving, isWrite: true })
export const sellerLogoutByPost = endpoint('POST', '/api/seller/logout', sellerLeaving)
