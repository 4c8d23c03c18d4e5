import { z } from 'zod'
import { personText } from '#shared/text.ts'

const MAX_HOLDER_LENGTH = 100
const MAX_BANK_LENGTH = 60

/** The number without spaces and dashes, which people copy from a passbook. */
const closedUp = (typed: string) => typed.replace(/[\s-]/g, '')

/** The name that the bank knows the account by. */
const Holder = personText('the name of the account holder', MAX_HOLDER_LENGTH)

const BankAccount = z.object({
  kind: z.literal('bank'),
  holder: Holder,
  /** A short name such as SBI will do. */
  bank: personText('the name of the bank', MAX_BANK_LENGTH),
  accountNumber: z
    .string({ error: 'Enter the account number' })
    .overwrite(closedUp)
    .regex(/^\d{6,18}$/, 'An account number is 6 to 18 digits'),
  ifsc: z
    .string({ error: 'Enter the IFSC' })
    .overwrite((typed) => closedUp(typed).toUpperCase())
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC is 11 signs: four letters, a zero and six more, like SBIN0001234'),
})

const UpiAccount = z.object({
  kind: z.literal('upi'),
  holder: Holder,
  upi: z
    .string({ error: 'Enter the UPI ID' })
    .trim()
    .toLowerCase()
    .max(100, 'A UPI ID has at most 100 characters')
    .regex(/^[a-z0-9][a-z0-9._-]+@[a-z][a-z0-9]+$/, 'A UPI ID looks like name@bank'),
})

export const PayoutAccount = z.discriminatedUnion('kind', [BankAccount, UpiAccount], {
  error: 'Choose a bank account or a UPI ID',
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/** "SBI, ends in 4417"; a UPI ID with a phone number shows its end, too. */
export function accountLabel(account: PayoutAccount) {
  if (account.kind === 'bank') return `${account.bank}, ends in ${account.accountNumber.slice(-4)}`
  const [, end] = /^\d*(\d{4}@.*)$/.exec(account.upi) ?? []
  return end === undefined ? `UPI ${account.upi}` : `UPI, ends in ${end}`
}
