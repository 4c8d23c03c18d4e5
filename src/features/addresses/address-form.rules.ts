import { emailProblem } from '#features/auth/auth.rules.ts'
import type { Typed } from '#shared/form-fields.ts'
import { type Message, wordedBy } from '#shared/messages.ts'
import { cleanZipcode, isIndia, mobileProblem, zipcodeProblem } from './addresses.rules.ts'
import { addressesEn } from './addresses.words.en.ts'

export const addressFields = [
  'firstName',
  'lastName',
  'email',
  'street',
  'zipcode',
  'city',
  'state',
  'country',
  'phone',
] as const
export type AddressField = (typeof addressFields)[number]
export type TypedAddress = Typed<AddressField>

const missing: Record<AddressField, string> = {
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your email address',
  street: 'Enter your street',
  zipcode: addressesEn.PIN_CODE_MISSING,
  city: 'Enter your city',
  state: 'Enter your state',
  country: 'Enter your country',
  phone: addressesEn.MOBILE_MISSING,
}

const word = wordedBy(addressesEn)
const inWords = (problem: Message | undefined) => problem && word(problem)

/** What is wrong with one field as far as the browser can tell, or undefined. PIN code and number depend on the country. */
export function fieldProblem(field: AddressField, typed: TypedAddress): string | undefined {
  const value = typed[field].trim()
  if (value === '') return missing[field]
  if (field === 'email') return emailProblem(value)
  if (field === 'zipcode') {
    if (isIndia(typed.country)) return inWords(zipcodeProblem(value))
    return /^\d+$/.test(cleanZipcode(value)) ? undefined : addressesEn.PIN_CODE_NOT_DIGITS
  }
  if (field === 'phone' && isIndia(typed.country)) return inWords(mobileProblem(value))
  return undefined
}

/** "Ananya Rao" -> first and last name, for prefilling. */
export function splitName(name: string) {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
