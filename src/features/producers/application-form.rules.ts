import { cleanPhone } from '#features/addresses/addresses.rules.ts'
import { emailProblem } from '#features/auth/auth.rules.ts'
import type { Problems, Typed } from '#shared/form-fields.ts'
import { type Message, wordedBy } from '#shared/messages.ts'
import {
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_YEARS,
  pictureLinkProblem,
  splitSpecialties,
} from './producers.rules.ts'
import { producersEn } from './producers.words.en.ts'

/** The fields in the form's order. */
export const applicationFields = [
  'name',
  'location',
  'country',
  'yearsInBusiness',
  'specialties',
  'story',
  'profileImageUrl',
  'coverImageUrl',
  'email',
  'mobileNumber',
] as const
export type ApplicationField = (typeof applicationFields)[number]
export type TypedApplication = Typed<ApplicationField>
export type ApplicationProblems = Problems<ApplicationField>

/** How the shop reaches them; no page shows it. */
export const contactFields = ['email', 'mobileNumber'] as const

/** A sample of the demo has no contact. */
export const sampleFields = applicationFields.filter((field) => !contactFields.some((contact) => contact === field))

/** The fields as the log calls them. */
export const applicationLabels: Record<ApplicationField, string> = {
  name: 'Name',
  location: 'Location',
  country: 'Country',
  yearsInBusiness: 'Years in business',
  specialties: 'Specialties',
  story: 'Story',
  profileImageUrl: 'Profile photo',
  coverImageUrl: 'Cover photo',
  email: 'Email',
  mobileNumber: 'Mobile number',
}

export const emptyApplication: TypedApplication = {
  name: '',
  location: '',
  country: '',
  yearsInBusiness: '',
  specialties: '',
  story: '',
  profileImageUrl: '',
  coverImageUrl: '',
  email: '',
  mobileNumber: '',
}

const missing: ApplicationProblems = {
  name: 'Enter your name or the name of your group',
  location: 'Enter your town or village',
  country: 'Enter your country',
  yearsInBusiness: 'Enter the number of years',
  specialties: producersEn.SPECIALTIES_MISSING,
  story: 'Enter your story',
  profileImageUrl: 'Enter a link to your profile photo',
  coverImageUrl: 'Enter a link to your cover photo',
  mobileNumber: 'Enter a mobile number',
}

const word = wordedBy(producersEn)
const inWords = (problem: Message | undefined) => problem && word(problem)

/** The mistake that the browser can see, or undefined. */
export function applicationFieldProblem(field: ApplicationField, typed: TypedApplication): string | undefined {
  const value = typed[field].trim()
  if (field === 'email') return emailProblem(value)
  if (value === '') return missing[field]
  if (field === 'yearsInBusiness') {
    if (!/^\d{1,3}$/.test(value)) return producersEn.YEARS_NOT_WHOLE
    if (Number(value) > MAX_YEARS) return producersEn.YEARS_OUT_OF_RANGE({ most: MAX_YEARS })
  }
  if (field === 'specialties') {
    const list = splitSpecialties(value)
    if (list.length === 0) return missing.specialties
    if (list.length > MAX_SPECIALTIES) return producersEn.TOO_MANY_SPECIALTIES({ most: MAX_SPECIALTIES })
    if (list.some((one) => one.length > MAX_SPECIALTY_LENGTH)) return 'Separate your specialties with commas'
  }
  if (field === 'profileImageUrl' || field === 'coverImageUrl') return inWords(pictureLinkProblem(value))
  if (field === 'mobileNumber' && !/^\+?[\d()-]{6,}$/.test(cleanPhone(value))) return producersEn.MOBILE_WITHOUT_COUNTRY
  return undefined
}

/** The server's `{'specialties.3': …}` belongs to the field `specialties`. */
export function problemsOfFields(fields: Record<string, string> | undefined) {
  const found: Record<string, string> = {}
  for (const [path, message] of Object.entries(fields ?? {})) {
    const field = applicationFields.find((one) => one === path.split('.')[0])
    if (field) found[field] ??= message
  }
  return found
}

type Refusal = { message: string; fields?: Record<string, string> | undefined }

/** `failed`, the reason, and each field's mistake. */
export const refusedIn =
  (failed: string) =>
  ({ message, fields }: Refusal) => ({
    toast: failed,
    message: `${failed} ${message}`,
    fields: problemsOfFields(fields),
  })

/** Anything else is no draft. Never throws. */
export function readDraft(kept: string | null): Partial<TypedApplication> {
  try {
    const draft: unknown = JSON.parse(kept ?? '{}')
    if (typeof draft !== 'object' || draft === null) return {}
    const texts = Object.entries(draft).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts.filter(([name]) => applicationFields.some((field) => field === name)))
  } catch {
    return {}
  }
}
