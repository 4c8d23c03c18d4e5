import { emailProblem } from '#features/auth/auth.rules.ts'

export const invitationFields = ['name', 'email'] as const
export type InvitationField = (typeof invitationFields)[number]

/** The mistake that the browser can see. */
export function invitationProblem(field: InvitationField, typed: Partial<Record<InvitationField, string>>) {
  if (field === 'email') return emailProblem(typed.email ?? '')
  return field === 'name' && (typed.name ?? '').trim() === '' ? 'Enter their name' : undefined
}
