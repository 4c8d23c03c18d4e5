import { paperNumber } from '#features/orders/paper-number.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import { formatDay } from '#shared/day.ts'
import { demoWords } from '#shared/demo-words.ts'
import { formatRupees } from '#shared/money.ts'
import { namedShares, unstatedName } from '#shared/named-shares.ts'
import type { CreditNote, Invoice, PaperOrder } from './invoices.contract.ts'

// The texts of invoices and credit notes, on the page as in the PDF.

export type Paper = Omit<Invoice, 'creditNotes' | 'ledger'> | CreditNote

const isCreditNote = (paper: Paper): paper is CreditNote => 'invoice' in paper

const kindOf = (paper: Paper) => (isCreditNote(paper) ? 'Credit note' : 'Invoice')
/** The kind of a paper by its address, which has the number of a credit note. */
export const kindAt = ({ number }: { number?: string | undefined }) =>
  number === undefined ? 'Invoice' : 'Credit note'
export const paperTitle = (paper: Paper) => `${kindOf(paper)} ${paperNumber(paper.number)}`
/** "Invoice 000123" -> "invoice-000123.pdf" */
export const paperFileName = (paper: Paper) => `${paperTitle(paper).toLowerCase().replaceAll(' ', '-')}.pdf`

interface Shop {
  storeName: string
  supportEmail: string
  legal: { name?: string; address?: string }
}

/** The legal name first, if any. */
export function sellerLines({ storeName, supportEmail, legal }: Shop): [string, ...string[]] {
  const address = legal.address ? [legal.address] : []
  return legal.name ? [legal.name, storeName, ...address, supportEmail] : [storeName, ...address, supportEmail]
}

export function buyerLines({ address }: Pick<PaperOrder, 'address'>): [string, ...string[]] {
  const { firstName, lastName, street, city, state, zipcode, country } = address
  return [`${firstName} ${lastName}`, ...[street, `${city}, ${state} ${zipcode}`, country].filter(Boolean)]
}

export const paperFacts = (paper: Paper) => [
  `Date ${formatDay(paper.issuedAt)}`,
  ...(isCreditNote(paper) ? [`For invoice ${paperNumber(paper.invoice)}`] : []),
  `Order #${paper.order.number}`,
  ...(paper.demo ? [demoWords] : []),
]

export interface PaperSum {
  name: string
  text: string
  isTotal?: boolean
}

/** The rows below the lines, from the subtotal down. */
export function paperSums(paper: Paper): PaperSum[] {
  const { subtotal, tax, amount } = paper.order
  return [
    { name: 'Subtotal', text: formatRupees(subtotal) },
    ...(isCreditNote(paper) ? [] : [{ name: 'Shipping', text: 'Free' }]),
    { name: taxName, text: formatRupees(tax) },
    { name: isCreditNote(paper) ? 'Credited' : 'Total', text: formatRupees(amount), isTotal: true },
  ]
}

const reasons: Record<CreditNote['reason'], string> = {
  Cancelled: 'The order was cancelled.',
  Returned: 'The goods came back.',
  Refunded: 'The price of these goods is refunded.',
}

/** How it was paid, or was to be, on the day of the paper. */
export function paymentInWords(paper: Paper) {
  const { paymentType, isPaid, amount } = paper.order
  if (isCreditNote(paper)) {
    const money = isPaid
      ? `${formatRupees(amount)} is refunded to the buyer.`
      : `${formatRupees(amount)} is not owed any more.`
    return `${reasons[paper.reason]} ${money}`
  }
  if (isPaid) return paymentType === 'COD' ? 'Paid in cash on delivery.' : 'Paid online.'
  return `Cash on delivery: ${formatRupees(amount)} to pay when it arrives.`
}

export const paymentHeading = (paper: Paper) => (isCreditNote(paper) ? 'Reason' : 'Payment')
/** What the lines are, for screen readers. */
export const linesCaption = (paper: Paper) => (isCreditNote(paper) ? 'What went back' : 'What was bought')

/** Papers without shares have no such heading. */
export const sharesHeading = 'Where your rupee goes'

/** A line each; empty without shares. */
export function sharesInWords({ order: { shares }, storeName }: Paper) {
  if (!shares) return []
  const parts = [
    ...namedShares(shares, storeName),
    { name: taxName, amount: shares.tax },
    ...(shares.unstated > 0 ? [{ name: unstatedName, amount: shares.unstated }] : []),
  ]
  return parts.map(({ name, amount }) => ({ name, text: formatRupees(amount) }))
}
