import { authEn } from '#features/auth/auth.words.en.ts'
import { secondFactorEn } from './second-factor.words.en.ts'

/** `recovery` is typed in place of `code`. */
export const proofFields = ['code', 'recovery', 'currentPassword'] as const
export type ProofField = (typeof proofFields)[number]
type Typed = Record<ProofField, string>

/** The mistake that the browser can see, in a form that asks for the password alone. */
export const passwordProblem = (_: 'currentPassword', typed: Pick<Typed, 'currentPassword'>) =>
  typed.currentPassword === '' ? authEn.CURRENT_PASSWORD_MISSING : undefined

/** As above, in a form that asks for a code or the password. */
export const proofProblem = (asks: 'password' | 'code') => (field: ProofField, typed: Typed) => {
  if (asks === 'password') return field === 'currentPassword' ? passwordProblem(field, typed) : undefined
  const isEmpty = typed.code.trim() === '' && typed.recovery.trim() === ''
  return field === 'code' && isEmpty ? secondFactorEn.CODE_MISSING : undefined
}
