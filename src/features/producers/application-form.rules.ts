import { emailProblem } from '#features/auth/auth.rules.ts'
import type { Problems, Typed } from '#shared/form-fields.ts'
import { MAX_SPECIALTIES, MAX_SPECIALTY_LENGTH, pictureLinkProblem, splitSpecialties } from './producers.rules.ts'

/** The fields of the application, in the order of the form. */
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

/** How the shop reaches them; never shown. */
export const contactFields = ['email', 'mobileNumber'] as const

/** What there is to say of a sample of the demo: nobody can be reached. */
export const sampleFields = applicationFields.filter((field) => !contactFields.some((contact) => contact === field))

/** As the log calls what was changed of a producer. */
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

/** What is wrong with one field as far as the browser can tell, or undefined. */
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
  if (field === 'mobileNumber' && !/^\+?[\d()-]{6,}$/.test(value.replace(/\s+/g, '')))
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

/** What the form says when it is refused: `failed`, the reason, and what is wrong with which field. */
export const refusedIn =
  (failed: string) =>
  ({ message, fields }: Refusal) => ({
    toast: failed,
    message: `${failed} ${message}`,
    fields: problemsOfFields(fields),
  })

/** A draft as it was kept; anything else is no draft. Never throws. */
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
