import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { type MailContent, withName } from '#kernel/mail/mail-template.ts'
import { formatDay, formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { filesOfStatement } from './statements/statement-files.ts'

const why = ({ storeName }: Config) => `You get this mail because ${storeName} sells what you make.`

const ofPayout = {
  payoutId: z.string(),
  name: z.string(),
  run: z.int(),
  amountPaise: PaiseNumber,
  /** "SBI, ends in 4417"; null: not known. */
  account: z.string().nullable(),
}

/** Sends the statement as PDF and CSV, too: producers have no login to fetch it. */
export const payoutSentMail = mailKind(
  'payout sent',
  z.object({ ...ofPayout, madeAt: z.int(), reference: z.string() }),
  async (deps, { payoutId, name, run, madeAt, amountPaise, account, reference }): Promise<MailContent> => {
    const { storeName, publicUrl } = deps.config
    const amount = formatRupees(amountPaise)
    return {
      subject: `${storeName} has paid you ${amount}`,
      heading: withName(`We have paid you ${amount}`, name),
      text: 'The attached statement says piece by piece what it is for: what you asked for it, and your part of the profit.',
      button: { label: 'See the ledger', to: `${publicUrl}/ledger` },
      blocks: [
        {
          sums: [
            ['Run', `${run} of ${formatDay(new Date(madeAt))}`],
            ...(account === null ? [] : [['To', account] as const]),
            ['Reference', reference],
            ['Paid out', amount],
          ],
        },
        {
          small:
            'The statement is there twice: as PDF to print and keep, and as CSV for a spreadsheet. Each of its lines is in the ledger, which everybody can read.',
        },
      ],
      why: why(deps.config),
      files: await filesOfStatement(deps, payoutId),
    }
  },
)

export const payoutFailedMail = mailKind(
  'payout failed',
  z.object({ ...ofPayout, reason: z.string() }),
  ({ config }, { run, amountPaise, account, reason }) => ({
    subject: `${config.storeName}: your payout of ${formatRupees(amountPaise)} did not arrive`,
    heading: 'Your payout did not arrive.',
    text: `We sent ${formatRupees(amountPaise)} with run ${run}${account === null ? '' : ` to your account (${account})`}, and the bank could not pay it. This is why:`,
    blocks: [
      { note: withoutLinks(reason) },
      {
        text: 'The money is still yours: it is due again, and goes out with our next run. If your account is closed, or something about it has changed, please answer this mail before then, and we ask you for the new one.',
      },
      { small: 'Please write no account numbers into a mail. We never ask for a password or a PIN.' },
    ],
    why: why(config),
  }),
)

/** Asks a producer with money due for an account. */
export const accountMissingMail = mailKind(
  'payout account missing',
  z.object({ name: z.string(), amountPaise: PaiseNumber }),
  ({ config }, { name, amountPaise }) => ({
    subject: `${config.storeName}: where may we send your ${formatRupees(amountPaise)}?`,
    heading: withName(`We have ${formatRupees(amountPaise)} for you`, name),
    text: 'It is for what you made and we have sold. We cannot send it yet, as we do not know your bank account or UPI ID.',
    blocks: [
      {
        note: 'Please answer this mail and say when and how we can reach you. We ask you then for the name of the account holder and the account number and IFSC, or for your UPI ID.',
      },
      {
        small:
          'Please write no account numbers into a mail. We never ask for a password or a PIN. The money stays yours, and goes out with the first run after we know your account.',
      },
    ],
    why: why(config),
  }),
)

/** Tells of a changed account without the old or new number. */
export const accountChangedMail = mailKind(
  'payout account changed',
  z.object({ at: z.int() }),
  ({ config }, { at }) => {
    const { day, time } = formatMoment(new Date(at))
    return {
      subject: `${config.storeName}: your account for payouts was changed`,
      heading: 'Your account for payouts was changed.',
      text: `On ${day} at ${time} we changed the account to which we pay you. To an account that takes the place of another one we pay a day later.`,
      blocks: [
        { note: `Did you not ask for this? Then write to ${config.supportEmail} at once: we stop the next payout.` },
        { small: 'For your safety this mail does not say which account it was or is.' },
      ],
      why: why(config),
    }
  },
)

export const payoutMails = [payoutSentMail, payoutFailedMail, accountMissingMail, accountChangedMail]
