import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { TAX_PERCENT } from '#features/orders/orders.pricing.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Invoice } from './invoices.contract.ts'

// What stands on an invoice, on the page as in the PDF.
type InvoicedOrder = Invoice['order']

export const invoiceNumber = (number: number) => String(number).padStart(6, '0')
export const invoiceFileName = (number: number) => `invoice-${invoiceNumber(number)}.pdf`

interface Shop {
  storeName: string
  supportEmail: string
  legal: { name?: string; address?: string }
}

/** Who sells: the legal name first, where there is one. */
export function sellerLines({ storeName, supportEmail, legal }: Shop): [string, ...string[]] {
  const address = legal.address ? [legal.address] : []
  return legal.name ? [legal.name, storeName, ...address, supportEmail] : [storeName, ...address, supportEmail]
}

/** Who buys. An account that was deleted has left little of it. */
export function buyerLines({ address }: Pick<InvoicedOrder, 'address'>): [string, ...string[]] {
  const { firstName, lastName, street, city, state, zipcode, country, phone } = address
  const lines = [street, `${city}, ${state} ${zipcode}`, country, formatPhone(phone, country)]
  return [`${firstName} ${lastName}`, ...lines.filter(Boolean)]
}

export const piecesPaidBack = ({ refunded, quantity }: InvoicedOrder['items'][number]) =>
  refunded > 0 ? `${refunded} of ${quantity} paid back` : undefined

export interface InvoiceSum {
  name: string
  text: string
  isTotal?: boolean
}

/** From the subtotal down. */
export function invoiceSums({ subtotal, tax, amount, refunded }: InvoicedOrder): InvoiceSum[] {
  return [
    { name: 'Subtotal', text: formatRupees(subtotal) },
    { name: 'Shipping', text: 'Free' },
    { name: `Tax (${TAX_PERCENT}%)`, text: formatRupees(tax) },
    { name: 'Total', text: formatRupees(amount), isTotal: true },
    ...(refunded > 0 ? [{ name: 'Paid back', text: formatRupees(refunded) }] : []),
  ]
}

/** How it was paid, or will be. */
export function paymentInWords(
  order: Pick<InvoicedOrder, 'paymentType' | 'isPaid' | 'status' | 'amount' | 'refunded'>,
) {
  const { paymentType, isPaid, status, amount, refunded } = order
  if (!isPaid && status === 'Cancelled') return 'Cancelled, nothing to pay.'
  if (!isPaid) return `Cash on delivery: ${formatRupees(amount)} to pay when it arrives.`
  const paid = paymentType === 'COD' ? 'Paid in cash on delivery.' : 'Paid online.'
  if (refunded === 0) return paid
  return refunded < amount ? `${paid} ${formatRupees(refunded)} of it paid back.` : `${paid} All of it paid back.`
}
