import { z } from 'zod'
import { personText } from '#shared/text.ts'
import { finding, message } from './payouts.messages.ts'

const MAX_HOLDER_LENGTH = 100
const MAX_BANK_LENGTH = 60
const MAX_UPI_LENGTH = 100

/** The number without spaces and dashes, which people copy from a passbook. */
const closedUp = (typed: string) => typed.replace(/[\s-]/g, '')

/** The name that the bank knows the account by. */
const Holder = personText(message('ACCOUNT_HOLDER'), MAX_HOLDER_LENGTH)

const BankAccount = z.object({
  kind: z.literal('bank'),
  holder: Holder,
  /** A short name such as SBI will do. */
  bank: personText(message('BANK_NAME'), MAX_BANK_LENGTH),
  accountNumber: z
    .string({ error: finding('ACCOUNT_NUMBER_MISSING') })
    .overwrite(closedUp)
    .regex(/^\d{6,18}$/, finding('ACCOUNT_NUMBER_DIGITS')),
  ifsc: z
    .string({ error: finding('IFSC_MISSING') })
    .overwrite((typed) => closedUp(typed).toUpperCase())
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, finding('IFSC_SIGNS')),
})

const UpiAccount = z.object({
  kind: z.literal('upi'),
  holder: Holder,
  upi: z
    .string({ error: finding('UPI_ID_MISSING') })
    .trim()
    .toLowerCase()
    .max(MAX_UPI_LENGTH, finding('UPI_ID_TOO_LONG', { max: MAX_UPI_LENGTH }))
    .regex(/^[a-z0-9][a-z0-9._-]+@[a-z][a-z0-9]+$/, finding('NO_UPI_ID')),
})

export const PayoutAccount = z.discriminatedUnion('kind', [BankAccount, UpiAccount], {
  error: finding('ACCOUNT_KIND_MISSING'),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/** "SBI, ends in 4417"; a UPI ID with a phone number shows its end, too. */
export function accountLabel(account: PayoutAccount, ends = 'ends in') {
  if (account.kind === 'bank') return `${account.bank}, ${ends} ${account.accountNumber.slice(-4)}`
  const [, end] = /^\d*(\d{4}@.*)$/.exec(account.upi) ?? []
  return end === undefined ? `UPI ${account.upi}` : `UPI, ${ends} ${end}`
}
