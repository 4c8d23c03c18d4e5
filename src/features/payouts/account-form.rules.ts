import type { Typed } from '#shared/form-fields.ts'
import { payoutsEn } from './payouts.words.en.ts'

/** The fields in the form's order. */
export const accountFields = ['kind', 'holder', 'accountNumber', 'ifsc', 'bank', 'upi'] as const
export type AccountField = (typeof accountFields)[number]

const missing: Record<AccountField, string> = {
  kind: payoutsEn.ACCOUNT_KIND_MISSING,
  holder: 'Enter the name of the account holder',
  accountNumber: payoutsEn.ACCOUNT_NUMBER_MISSING,
  ifsc: payoutsEn.IFSC_MISSING,
  bank: 'Enter the name of the bank',
  upi: payoutsEn.UPI_ID_MISSING,
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
