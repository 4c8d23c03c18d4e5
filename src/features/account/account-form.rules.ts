import { emailProblem } from '#features/auth/auth.rules.ts'
import { authEn } from '#features/auth/auth.words.en.ts'
import { MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'

/** Each form has some of them. */
export type AccountField = 'name' | 'email' | 'currentPassword' | 'newPassword' | 'password'

const newPasswordProblem = (password: string) => {
  if (password === '') return authEn.NEW_PASSWORD_MISSING
  return password.length < MIN_PASSWORD_LENGTH ? authEn.NEW_PASSWORD_TOO_SHORT({ min: MIN_PASSWORD_LENGTH }) : undefined
}

const problems: Record<AccountField, (typed: string) => string | undefined> = {
  name: (typed) => (typed.trim() === '' ? 'Enter your name' : undefined),
  email: emailProblem,
  currentPassword: (typed) => (typed === '' ? authEn.CURRENT_PASSWORD_MISSING : undefined),
  newPassword: newPasswordProblem,
  password: newPasswordProblem,
}

/** The mistake that the browser can see. */
export const accountProblem = (field: AccountField, typed: Partial<Record<AccountField, string>>) =>
  problems[field](typed[field] ?? '')

/** Case and outer spaces do not count. */
export const isOtherEmail = (typed: string, saved: string) => typed.trim().toLowerCase() !== saved

export const profileFields = ['name', 'email', 'currentPassword'] as const

/** Another address needs the current password. */
export const profileProblem =
  (savedEmail: string) => (field: AccountField, typed: Partial<Record<AccountField, string>>) =>
    field === 'currentPassword' && !isOtherEmail(typed.email ?? '', savedEmail)
      ? undefined
      : accountProblem(field, typed)

const fieldOfCode: Record<string, AccountField> = { WRONG_PASSWORD: 'currentPassword', EMAIL_TAKEN: 'email' }

export function besideFields({
  code,
  message,
  fields,
}: {
  code: string
  message: string
  fields?: Record<string, string> | undefined
}) {
  const field = fieldOfCode[code]
  return { fields: fields ?? (field ? { [field]: message } : {}) }
}
