import type { Address } from '#features/addresses/addresses.contract.ts'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import type { Config } from '#server/config.ts'
import type { Mail } from '#server/mail.ts'
import { escapeHtml, mailFrame } from '#server/mail-template.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { OrderTotals } from '../orders.pricing.ts'

interface PlacedOrder {
  config: Pick<Config, 'storeName' | 'publicUrl' | 'supportEmail'>
  number: number
  address: Address
  lines: readonly { name: string; quantity: number; offer_price_paise: number }[]
  totals: OrderTotals
  paymentType: 'COD' | 'Online'
}

/** Tells the shopper what was ordered, what it costs and where it goes. Goes to the address's e-mail. */
export function orderPlacedMail({ config, number, address, lines, totals, paymentType }: PlacedOrder): Mail {
  const name = `${address.firstName} ${address.lastName}`
  const payment =
    paymentType === 'COD'
      ? `Cash on delivery: please keep ${formatRupees(totals.totalPaise)} ready for the courier.`
      : `Total: ${formatRupees(totals.totalPaise)}, paid online by card.`
  const shipTo = [
    name,
    address.street,
    `${address.city}, ${address.state} ${address.zipcode}`,
    address.country,
    formatPhone(address.phone, address.country),
  ]
  const rows = lines.map((line) => ({
    text: `${line.quantity} × ${line.name}`,
    amount: formatRupees(line.offer_price_paise * line.quantity),
  }))
  const sums = [
    { text: 'Subtotal', amount: formatRupees(totals.subtotalPaise) },
    { text: 'Shipping', amount: 'Free' },
    { text: 'Tax (2%)', amount: formatRupees(totals.taxPaise) },
    { text: 'Total', amount: formatRupees(totals.totalPaise) },
  ]
  const ordersUrl = `${config.publicUrl}/my-orders`

  const table = [...rows, ...sums]
    .map(
      ({ text, amount }) =>
        `<tr><td style="padding:4px 0">${escapeHtml(text)}</td><td align="right" style="padding:4px 0;white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
    )
    .join('')
  const body = `<p>Dear ${escapeHtml(name)},</p>
<p>Thank you. We have your order <strong>#${number}</strong>.</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${table}</table>
<p>${escapeHtml(payment)}</p>
<p>It goes to:<br>${shipTo.map(escapeHtml).join('<br>')}</p>
<p><a href="${escapeHtml(ordersUrl)}" style="color:#233180">Follow your order</a></p>
<p>Questions? Write to <a href="mailto:${escapeHtml(config.supportEmail)}" style="color:#233180">${escapeHtml(config.supportEmail)}</a> with the order number.</p>`

  const text = [
    `Dear ${name},`,
    '',
    `Thank you. We have your order #${number}.`,
    '',
    ...[...rows, ...sums].map((row) => `${row.text}: ${row.amount}`),
    '',
    payment,
    '',
    'It goes to:',
    ...shipTo,
    '',
    `Follow your order: ${ordersUrl}`,
    `Questions? Write to ${config.supportEmail} with the order number.`,
  ].join('\n')

  return {
    to: address.email,
    subject: `Your ${config.storeName} order #${number}`,
    text,
    html: mailFrame(config.storeName, config.publicUrl, body),
  }
}
