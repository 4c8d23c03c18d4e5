import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { type MailWords, withName } from '#kernel/mail/mail-template.ts'
import { formatDay, formatMoment } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'

interface Shop {
  storeName: string
  supportEmail: string
}
export interface OfPayout {
  name: string
  run: number
  amountPaise: Paise
  /** "SBI, ends in 4417"; null: not known. */
  account: string | null
}

const why = ({ storeName }: Shop) => `You get this mail because ${storeName} sells what you make.`
const noNumbers = 'Please write no account numbers into a mail. We never ask for a password or a PIN.'

export const payoutMailsEn = {
  sent: (shop: Shop, payout: OfPayout & { madeAt: Date; reference: string }): MailWords => {
    const amount = formatRupees(payout.amountPaise)
    return {
      subject: `${shop.storeName} has paid you ${amount}`,
      heading: withName(`We have paid you ${amount}`, payout.name),
      text: 'The attached statement says piece by piece what it is for: what you asked for it, and your part of the profit.',
      blocks: [
        {
          sums: [
            ['Run', `${payout.run} of ${formatDay(payout.madeAt)}`],
            ...(payout.account === null ? [] : [['To', payout.account] as const]),
            ['Reference', payout.reference],
            ['Paid out', amount],
          ],
        },
        {
          small:
            'The statement is there twice: as PDF to print and keep, and as CSV for a spreadsheet. Each of its lines is in the ledger, which everybody can read.',
        },
      ],
      why: why(shop),
    }
  },
  endsIn: 'ends in',
  seeLedger: 'See the ledger',
  failed: (shop: Shop, { run, amountPaise, account, reason }: OfPayout & { reason: string }): MailWords => ({
    subject: `${shop.storeName}: your payout of ${formatRupees(amountPaise)} did not arrive`,
    heading: 'Your payout did not arrive.',
    text: `We sent ${formatRupees(amountPaise)} with run ${run}${account === null ? '' : ` to your account (${account})`}, and the bank could not pay it. This is why:`,
    blocks: [
      { note: withoutLinks(reason) },
      {
        text: 'The money is still yours: it is due again, and goes out with our next run. If your account is closed, or something about it has changed, please answer this mail before then, and we ask you for the new one.',
      },
      { small: noNumbers },
    ],
    why: why(shop),
  }),
  accountMissing: (shop: Shop, { name, amountPaise }: Pick<OfPayout, 'name' | 'amountPaise'>): MailWords => ({
    subject: `${shop.storeName}: where may we send your ${formatRupees(amountPaise)}?`,
    heading: withName(`We have ${formatRupees(amountPaise)} for you`, name),
    text: 'It is for what you made and we have sold. We cannot send it yet, as we do not know your bank account or UPI ID.',
    blocks: [
      {
        note: 'Please answer this mail and say when and how we can reach you. We ask you then for the name of the account holder and the account number and IFSC, or for your UPI ID.',
      },
      { small: `${noNumbers} The money stays yours, and goes out with the first run after we know your account.` },
    ],
    why: why(shop),
  }),
  accountChanged: (shop: Shop, at: Date): MailWords => {
    const { day, time } = formatMoment(at)
    return {
      subject: `${shop.storeName}: your account for payouts was changed`,
      heading: 'Your account for payouts was changed.',
      text: `On ${day} at ${time} we changed the account to which we pay you. To an account that takes the place of another one we pay a day later.`,
      blocks: [
        { note: `Did you not ask for this? Then write to ${shop.supportEmail} at once: we stop the next payout.` },
        { small: 'For your safety this mail does not say which account it was or is.' },
      ],
      why: why(shop),
    }
  },
}
