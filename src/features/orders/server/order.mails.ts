import type { Address } from '#features/addresses/addresses.contract.ts'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { taxName } from '#features/catalog/catalog.tax.ts'
import type { Config } from '#kernel/config.ts'
import type { AccountMail } from '#kernel/mail/mail.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { writeContent } from '#kernel/mail/mail-template.ts'
import { formatRupees, type Paise, times } from '#shared/money.ts'
import type { OrderTotals } from '../orders.pricing.ts'

type ShipTo = Omit<Address, '_id' | 'isDefault'>

interface PlacedOrder {
  config: Config
  number: number
  address: ShipTo
  lines: readonly { name: string; quantity: number; offer_price_paise: Paise }[]
  totals: OrderTotals
  paymentType: 'COD' | 'Online'
}

const addressLines = (address: ShipTo) =>
  [
    `${address.firstName} ${address.lastName}`,
    address.street,
    `${address.city}, ${address.state} ${address.zipcode}`,
    address.country,
    formatPhone(address.phone, address.country),
  ].map(withoutLinks)

/** Tells the shopper what was ordered, what it costs and where it goes: when it is placed, or paid online. */
export function orderPlacedMail({ config, number, address, lines, totals, paymentType }: PlacedOrder): AccountMail {
  const total = formatRupees(totals.totalPaise)
  return writeContent(config, {
    subject: `Your ${config.storeName} order #${number}${paymentType === 'COD' ? '' : ' is paid'}`,
    name: address.firstName,
    blocks: [
      `Thank you. We have your order #${number}.`,
      {
        rows: [
          ...lines.map(
            (line) =>
              [`${line.quantity} × ${line.name}`, formatRupees(times(line.offer_price_paise, line.quantity))] as const,
          ),
          ['Subtotal', formatRupees(totals.subtotalPaise)],
          ['Shipping', 'Free'],
          [taxName, formatRupees(totals.taxPaise)],
          ['Total', total],
        ],
      },
      paymentType === 'COD'
        ? `Cash on delivery: please keep ${total} ready for the courier.`
        : `Paid online by card: ${total}. Thank you.`,
      { lines: ['It goes to:', ...addressLines(address)] },
      { link: 'Follow your order', to: `${config.publicUrl}/my-orders` },
    ],
  })
}

interface MovedOrder {
  config: Config
  number: number
  address: ShipTo
  amountPaise: Paise
  /** What goes back to the shopper with this step. */
  refundPaise: Paise
  /** What the shopper paid and did not get back yet. */
  keptPaise: Paise
  paymentType: 'COD' | 'Online'
  isPaid: boolean
}

/** What is said of the money of an order that was cancelled or came back. */
function moneyBack({ paymentType, isPaid, refundPaise, keptPaise }: MovedOrder) {
  if (!isPaid) return 'There is nothing to pay.'
  if (refundPaise === 0 && keptPaise === 0) return 'What you paid was refunded before.'
  if (paymentType === 'COD') return `We write to you about the ${formatRupees(keptPaise)} that you paid.`
  return `What you paid, ${formatRupees(refundPaise)}, goes back to you.`
}

/** What each later step of an order tells the shopper. Steps that are not here send nothing. */
const steps = {
  Paid: {
    subject: 'is paid',
    text: (order: MovedOrder) =>
      `We have received ${formatRupees(order.amountPaise)} for your order #${order.number}. Thank you.`,
  },
  Shipped: {
    subject: 'is on its way',
    text: (order: MovedOrder) =>
      order.paymentType === 'COD' && !order.isPaid
        ? `Your order #${order.number} has left us. Please keep ${formatRupees(order.amountPaise)} ready for the courier.`
        : `Your order #${order.number} has left us.`,
  },
  Delivered: {
    subject: 'was delivered',
    text: (order: MovedOrder) => `Your order #${order.number} was delivered. We hope you enjoy it for years.`,
  },
  Cancelled: {
    subject: 'was cancelled',
    text: (order: MovedOrder) => `Your order #${order.number} was cancelled. ${moneyBack(order)}`,
  },
  Returned: {
    subject: 'came back to us',
    text: (order: MovedOrder) => `Your order #${order.number} came back to us. ${moneyBack(order)}`,
  },
  NotPaidYet: {
    subject: 'is not paid yet',
    text: (order: MovedOrder) =>
      `We noted your payment for order #${order.number} by mistake. ${formatRupees(order.amountPaise)} is still to be paid in cash.`,
  },
  Refunded: {
    subject: 'is being refunded',
    text: (order: MovedOrder) =>
      `We are refunding ${formatRupees(order.refundPaise)} for your order #${order.number}. Your bank may take a few days to show it.`,
  },
  RefundSent: {
    subject: 'is refunded',
    text: (order: MovedOrder) =>
      `We have sent you ${formatRupees(order.refundPaise)} for your order #${order.number}. Your bank may take a few days to show it.`,
  },
  PaidWrongly: {
    subject: 'was paid with another amount',
    text: (order: MovedOrder) =>
      `What you paid for your order #${order.number} is not what it costs, ${formatRupees(order.amountPaise)}. All of it goes back to you, and the order is cancelled. Your bank may take a few days to show it.`,
  },
  PaidTooLate: {
    subject: 'was paid too late',
    text: (order: MovedOrder) =>
      `Your payment of ${formatRupees(order.amountPaise)} came after your order #${order.number} was cancelled, so all of it goes back to you. Your bank may take a few days to show it.`,
  },
} as const
export type MailedStep = keyof typeof steps

export function orderStepMail(step: MailedStep, order: MovedOrder): AccountMail {
  const { subject, text } = steps[step]
  return writeContent(order.config, {
    subject: `Your ${order.config.storeName} order #${order.number} ${subject}`,
    name: order.address.firstName,
    blocks: [
      text(order),
      ...(step === 'Shipped' ? [{ lines: ['It goes to:', ...addressLines(order.address)] }] : []),
      { link: 'See your order', to: `${order.config.publicUrl}/my-orders` },
    ],
  })
}
