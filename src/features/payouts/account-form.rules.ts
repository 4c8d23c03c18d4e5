import type { Typed } from '#shared/form-fields.ts'

/** The fields of an account's form, in its order. */
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

/** What is wrong with a field as far as the browser can tell; those of the other kind of account may stay empty. */
export function accountProblem(field: AccountField, typed: Typed<AccountField>) {
  const kind = ofKind[field]
  return (kind === undefined || kind === typed.kind) && typed[field].trim() === '' ? missing[field] : undefined
}

/** The account that was typed, for the API to check. */
export const readAccountForm = ({ kind, holder, accountNumber, ifsc, bank, upi }: Typed<AccountField>) =>
  kind === 'upi' ? { kind: 'upi' as const, holder, upi } : { kind: 'bank' as const, holder, accountNumber, ifsc, bank }
