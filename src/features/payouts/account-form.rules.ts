import type { Typed } from '#shared/form-fields.ts'

/** The fields in the form's order. */
export const accountFields = ['kind', 'holder', 'accountNumber', 'ifsc', 'bank', 'upi', 'currentPassword'] as const
export type AccountField = (typeof accountFields)[number]

const missing: Record<AccountField, string> = {
  kind: 'Choose a bank account or a UPI ID',
  holder: 'Enter the name of the account holder',
  accountNumber: 'Enter the account number',
  ifsc: 'Enter the IFSC',
  bank: 'Enter the name of the bank',
  upi: 'Enter the UPI ID',
  currentPassword: 'Enter your current password',
}
const ofKind: Partial<Record<AccountField, 'bank' | 'upi'>> = {
  accountNumber: 'bank',
  ifsc: 'bank',
  bank: 'bank',
  upi: 'upi',
}

/** The mistake that the browser can see; fields of the other kind may be empty. */
export function accountProblem(field: AccountField, typed: Typed<AccountField>) {
  const kind = ofKind[field]
  return (kind === undefined || kind === typed.kind) && typed[field].trim() === '' ? missing[field] : undefined
}

/** The typed account, which the API checks. */
export const readAccountForm = ({ kind, holder, accountNumber, ifsc, bank, upi }: Typed<AccountField>) =>
  kind === 'upi' ? { kind: 'upi' as const, holder, upi } : { kind: 'bank' as const, holder, accountNumber, ifsc, bank }
