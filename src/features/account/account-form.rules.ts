import { emailProblem, MIN_PASSWORD_LENGTH } from '#features/auth/auth.rules.ts'
import { AppError } from '#shared/app-error.ts'

/** Field -> sentence. */
export type Problems = Record<string, string>
/** What was typed into a field; empty when it is not there. */
export type Typed = (field: string) => string

const named = (problems: Record<string, string | undefined>): Problems =>
  Object.fromEntries(Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))

const newPasswordProblem = (password: string) => {
  if (password === '') return 'Enter a password'
  return password.length < MIN_PASSWORD_LENGTH ? `Use at least ${MIN_PASSWORD_LENGTH} characters` : undefined
}
const currentPasswordProblem = (password: string) => (password === '' ? 'Enter your current password' : undefined)

/** Is this another address than the account has? Case and outer spaces make none. */
export const isOtherEmail = (typed: string, saved: string) => typed.trim().toLowerCase() !== saved

/** What is wrong in the account's forms as far as the browser can tell. */
export const accountProblems = {
  forgotPassword: (typed: Typed) => named({ email: emailProblem(typed('email')) }),
  resetPassword: (typed: Typed) => named({ password: newPasswordProblem(typed('password')) }),
  profile: (typed: Typed, savedEmail: string) =>
    named({
      name: typed('name').trim() === '' ? 'Enter your name' : undefined,
      email: emailProblem(typed('email')),
      currentPassword: isOtherEmail(typed('email'), savedEmail)
        ? currentPasswordProblem(typed('currentPassword'))
        : undefined,
    }),
  password: (typed: Typed) =>
    named({
      currentPassword: currentPasswordProblem(typed('currentPassword')),
      newPassword: newPasswordProblem(typed('newPassword')),
    }),
  email: (typed: Typed) =>
    named({ email: emailProblem(typed('email')), currentPassword: currentPasswordProblem(typed('currentPassword')) }),
  deleteAccount: (typed: Typed) => named({ currentPassword: currentPasswordProblem(typed('currentPassword')) }),
}

/** Refusals that belong to one field. */
const fieldOfCode: Record<string, string> = { WRONG_PASSWORD: 'currentPassword', EMAIL_TAKEN: 'email' }

/** Which fields a refusal of the server is about. */
export function refusedFields(error: unknown): Problems {
  if (!(error instanceof AppError)) return {}
  const field = fieldOfCode[error.code]
  return error.fields ?? (field ? { [field]: error.message } : {})
}
