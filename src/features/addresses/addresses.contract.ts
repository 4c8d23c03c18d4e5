import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { textOf } from '#shared/messages.ts'
import { Email, personText } from '#shared/text.ts'
import { appError, finding, message } from './addresses.messages.ts'
import { cleanPhone, cleanZipcode, indianProblems } from './addresses.rules.ts'

export const addressNotFound = appError('ADDRESS_NOT_FOUND', 404)
export const tooManyAddresses = appError('TOO_MANY_ADDRESSES', 409)
export const MAX_ADDRESSES = 50

const fields = {
  firstName: personText(message('FIRST_NAME')),
  lastName: personText(message('LAST_NAME')),
  email: Email,
  street: personText(message('STREET')),
  city: personText(message('CITY')),
  state: personText(message('STATE')),
  /** Digits only, kept as text so that leading zeros stay. */
  zipcode: z
    // Without `abort` a number too large would go on to `checkIndian`, which reads text.
    .union([z.string(), z.int({ abort: true })], { error: finding('PIN_CODE_MISSING') })
    .transform((value) => cleanZipcode(String(value)))
    .pipe(
      z
        .string()
        .min(1, finding('PIN_CODE_MISSING'))
        .max(12, finding('PIN_CODE_TOO_LONG'))
        .regex(/^\d+$/, finding('PIN_CODE_NOT_DIGITS')),
    ),
  country: personText(message('COUNTRY')),
  /** As typed, without spaces. */
  phone: z
    .string({ error: finding('MOBILE_MISSING') })
    .transform(cleanPhone)
    .pipe(
      z
        .string()
        .min(1, finding('MOBILE_MISSING'))
        .max(30, finding('MOBILE_TOO_LONG'))
        .regex(/^\+?[\d()-]{6,}$/, finding('MOBILE_NOT_TEN_DIGITS')),
    ),
}

/** PIN codes of India have 6 digits and do not begin with 0, numbers of phones ten; elsewhere digits are all we ask for. */
const checkIndian = (address: { zipcode: string; country: string; phone: string }, ctx: z.core.ParsePayload) => {
  for (const [field, problem] of Object.entries(indianProblems(address)))
    ctx.issues.push({ code: 'custom', input: address, path: [field], message: textOf(problem) })
}

export const AddressInput = z
  .object({ ...fields, isDefault: z.boolean().optional() })
  .check((ctx) => checkIndian(ctx.value, ctx))
export type AddressInput = z.output<typeof AddressInput>
export const AddressChange = z.object({ ...fields, isDefault: z.boolean() }).partial()
export type AddressChange = z.output<typeof AddressChange>

/** The body may be the address itself or `{address: {...}}`. */
const unwrap = (body: unknown) =>
  typeof body === 'object' && body !== null && 'address' in body && typeof body.address === 'object'
    ? body.address
    : body

export const Address = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  country: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
})
export type Address = z.output<typeof Address>

export const listAddresses = endpoint('GET', '/api/address/get', {
  access: 'user',
  summary: "The shopper's addresses, newest first",
  response: z.object({ addresses: z.array(Address), message: z.string() }),
})

export const addAddress = endpoint('POST', '/api/address/add', {
  access: 'user',
  summary: 'Save an address',
  body: z.preprocess(unwrap, AddressInput),
  response: z.object({ message: z.string(), address: Address }),
  errors: [tooManyAddresses],
})

export const changeAddress = endpoint('PATCH', '/api/address/:id', {
  access: 'user',
  summary: 'Change an address, or make it the default',
  params: z.object({ id: Id }),
  body: z.preprocess(unwrap, AddressChange),
  response: z.object({ message: z.string(), address: Address }),
  errors: [addressNotFound],
})

export const deleteAddress = endpoint('DELETE', '/api/address/:id', {
  access: 'user',
  summary: 'Delete an address',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [addressNotFound],
})
