import { cleanPhone } from '#features/addresses/addresses.rules.ts'
import { emailProblem } from '#features/auth/auth.rules.ts'
import type { Problems, Typed } from '#shared/form-fields.ts'
import { MAX_SPECIALTIES, MAX_SPECIALTY_LENGTH, pictureLinkProblem, splitSpecialties } from './producers.rules.ts'

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
  specialties: 'Enter what you make',
  story: 'Enter your story',
  profileImageUrl: 'Enter a link to your profile photo',
  coverImageUrl: 'Enter a link to your cover photo',
  mobileNumber: 'Enter a mobile number',
}

const MAX_YEARS = 150

/** The mistake that the browser can see, or undefined. */
export function applicationFieldProblem(field: ApplicationField, typed: TypedApplication): string | undefined {
  const value = typed[field].trim()
  if (field === 'email') return emailProblem(value)
  if (value === '') return missing[field]
  if (field === 'yearsInBusiness') {
    if (!/^\d{1,3}$/.test(value)) return 'Enter a whole number of years'
    if (Number(value) > MAX_YEARS) return `Enter a number from 0 to ${MAX_YEARS}`
  }
  if (field === 'specialties') {
    const list = splitSpecialties(value)
    if (list.length === 0) return missing.specialties
    if (list.length > MAX_SPECIALTIES) return `Name at most ${MAX_SPECIALTIES} specialties`
    if (list.some((one) => one.length > MAX_SPECIALTY_LENGTH)) return 'Separate your specialties with commas'
  }
  if (field === 'profileImageUrl' || field === 'coverImageUrl') return pictureLinkProblem(value)
  if (field === 'mobileNumber' && !/^\+?[\d()-]{6,}$/.test(cleanPhone(value)))
    return 'Enter a mobile number with its country code'
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
