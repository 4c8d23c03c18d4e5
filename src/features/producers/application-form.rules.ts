import { cleanPhone } from '#features/addresses/addresses.rules.ts'
import { isEmail } from '#features/auth/auth.rules.ts'
import type { Problems, Typed } from '#shared/form-fields.ts'
import {
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_YEARS,
  pictureLinkProblem,
  splitSpecialties,
} from './producers.rules.ts'

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

/** What is said of a field that the browser finds wrong. */
export type FieldSentences = Readonly<
  Record<
    | Exclude<ApplicationField, 'email'>
    | ('emailMissing' | 'noEmail' | 'yearsNotWhole' | 'yearsOutOfRange' | 'tooManySpecialties' | 'specialtyTooLong')
    | ('noMobile' | 'LINK_WITH_PASSWORD' | 'LINK_WITHOUT_HTTPS'),
    string
  >
>

/** The mistake that the browser can see, or undefined. */
export const applicationJudge =
  (say: FieldSentences) =>
  (field: ApplicationField, typed: TypedApplication): string | undefined => {
    const value = typed[field].trim()
    if (field === 'email') {
      if (value === '') return say.emailMissing
      return isEmail(value) ? undefined : say.noEmail
    }
    if (value === '') return say[field]
    if (field === 'yearsInBusiness') {
      if (!/^\d{1,3}$/.test(value)) return say.yearsNotWhole
      if (Number(value) > MAX_YEARS) return say.yearsOutOfRange
    }
    if (field === 'specialties') {
      const list = splitSpecialties(value)
      if (list.length === 0) return say.specialties
      if (list.length > MAX_SPECIALTIES) return say.tooManySpecialties
      if (list.some((one) => one.length > MAX_SPECIALTY_LENGTH)) return say.specialtyTooLong
    }
    if (field === 'profileImageUrl' || field === 'coverImageUrl') {
      const problem = pictureLinkProblem(value)
      return problem && say[problem.code === 'LINK_WITH_PASSWORD' ? 'LINK_WITH_PASSWORD' : 'LINK_WITHOUT_HTTPS']
    }
    if (field === 'mobileNumber' && !/^\+?[\d()-]{6,}$/.test(cleanPhone(value))) return say.noMobile
    return undefined
  }

/** What the shop has to know of a producer whom it writes down by itself. */
const needed: readonly ApplicationField[] = ['name', 'location', 'country']
export const isNeeded = (field: ApplicationField) => needed.includes(field)

/** As above, but what the shop does not know yet stays empty. */
export const writtenJudge = (say: FieldSentences) => {
  const judge = applicationJudge(say)
  return (field: ApplicationField, typed: TypedApplication) =>
    typed[field].trim() === '' && !isNeeded(field) ? undefined : judge(field, typed)
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

type Refusal = { code?: string; message: string; fields?: Record<string, string> | undefined }

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
