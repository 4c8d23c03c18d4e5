import type { Address } from '#features/addresses/addresses.contract.ts'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { taxName } from '#features/catalog/catalog.tax.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { writeContent } from '#kernel/mail/mail-template.ts'
import { formatRupees, minus, NO_MONEY, type Paise, times } from '#shared/money.ts'
import { readAddress } from './order-answer.ts'
import type { LockedOrder } from './order-row.ts'
import { refundedPaise } from './refunds.ts'

const addressLines = (address: Omit<Address, '_id' | 'isDefault'>) =>
  [
    `${address.firstName} ${address.lastName}`,
    address.street,
    `${address.city}, ${address.state} ${address.zipcode}`,
    address.country,
    formatPhone(address.phone, address.country),
  ].map(withoutLinks)

interface OrderedLine {
  name: string
  quantity: number
  offer_price_paise: Paise
}

/**
 * Queues the mail that tells the shopper what was ordered, what it costs and where it goes: when it is placed, or paid online. To the
 * account's address alone; nobody is told where the account was deleted.
 */
export async function mailPlaced({ config, now }: Deps, tx: Tx, order: LockedOrder, lines: readonly OrderedLine[]) {
  const { number, payment_type } = order
  const address = readAddress(order.address)
  const total = formatRupees(order.amount_paise)
  const mail = writeContent(config, {
    subject: `Your ${config.storeName} order #${number}${payment_type === 'COD' ? '' : ' is paid'}`,
    name: address.firstName,
    blocks: [
      `Thank you. We have your order #${number}.`,
      {
        rows: [
          ...lines.map(
            (line) =>
              [`${line.quantity} × ${line.name}`, formatRupees(times(line.offer_price_paise, line.quantity))] as const,
          ),
          ['Subtotal', formatRupees(order.subtotal_paise)],
          ['Shipping', 'Free'],
          [taxName, formatRupees(order.tax_paise)],
          ['Total', total],
        ],
      },
      payment_type === 'COD'
        ? `Cash on delivery: please keep ${total} ready for the courier.`
        : `Paid online by card: ${total}. Thank you.`,
      { lines: ['It goes to:', ...addressLines(address)] },
      { link: 'Follow your order', to: `${config.publicUrl}/my-orders` },
    ],
  })
  await queueMailToAccount(tx, order.user_id, mail, now())
}

interface Step {
  order: LockedOrder
  /** What goes back to the shopper with this step. */
  refundPaise: Paise
  /** What the shopper paid and did not get back yet. */
  keptPaise: Paise
}

/** What is said of the money of an order that was cancelled or came back. */
function moneyBack({ order, refundPaise, keptPaise }: Step) {
  if (order.is_paid === 0) return 'There is nothing to pay.'
  if (refundPaise === 0 && keptPaise === 0) return 'What you paid was refunded before.'
  if (order.payment_type === 'COD') return `We write to you about the ${formatRupees(keptPaise)} that you paid.`
  return `We refund what you paid, ${formatRupees(refundPaise)}.`
}

/** What each later step of an order tells the shopper. Steps that are not here send nothing. */
const steps = {
  Paid: {
    subject: 'is paid',
    text: ({ order }: Step) =>
      `We have received ${formatRupees(order.amount_paise)} for your order #${order.number}. Thank you.`,
  },
  Shipped: {
    subject: 'is on its way',
    text: ({ order }: Step) =>
      order.payment_type === 'COD' && order.is_paid === 0
        ? `Your order #${order.number} has left us. Please keep ${formatRupees(order.amount_paise)} ready for the courier.`
        : `Your order #${order.number} has left us.`,
  },
  Delivered: {
    subject: 'was delivered',
    text: ({ order }: Step) => `Your order #${order.number} was delivered. We hope you enjoy it for years.`,
  },
  Cancelled: {
    subject: 'was cancelled',
    text: (step: Step) => `Your order #${step.order.number} was cancelled. ${moneyBack(step)}`,
  },
  Returned: {
    subject: 'came back to us',
    text: (step: Step) => `Your order #${step.order.number} came back to us. ${moneyBack(step)}`,
  },
  NotPaidYet: {
    subject: 'is not paid yet',
    text: ({ order }: Step) =>
      `We noted your payment for order #${order.number} by mistake. ${formatRupees(order.amount_paise)} is still to be paid in cash.`,
  },
  Refunded: {
    subject: 'is being refunded',
    text: ({ order, refundPaise }: Step) =>
      `We are refunding ${formatRupees(refundPaise)} for your order #${order.number}. Your bank may take a few days to show it.`,
  },
  RefundSent: {
    subject: 'is refunded',
    text: ({ order, refundPaise }: Step) =>
      `We have sent you ${formatRupees(refundPaise)} for your order #${order.number}. Your bank may take a few days to show it.`,
  },
  PaidWrongly: {
    subject: 'was paid with another amount',
    text: ({ order }: Step) =>
      `What you paid for your order #${order.number} is not what it costs, ${formatRupees(order.amount_paise)}. We refund all of it, and the order is cancelled. Your bank may take a few days to show it.`,
  },
  PaidTooLate: {
    subject: 'was paid too late',
    text: ({ order }: Step) =>
      `Your payment of ${formatRupees(order.amount_paise)} came after your order #${order.number} was cancelled, so we refund all of it. Your bank may take a few days to show it.`,
  },
} as const

/** Queues the mail of a step, to the account's own address. Sends nothing when the account was deleted: no address is left. */
export async function mailStep(
  { config, now }: Deps,
  tx: Tx,
  step: keyof typeof steps,
  order: LockedOrder,
  refundPaise = NO_MONEY,
) {
  const { subject, text } = steps[step]
  const address = readAddress(order.address)
  const keptPaise = minus(order.amount_paise, await refundedPaise(tx, order.id))
  const mail = writeContent(config, {
    subject: `Your ${config.storeName} order #${order.number} ${subject}`,
    name: address.firstName,
    blocks: [
      text({ order, refundPaise, keptPaise }),
      ...(step === 'Shipped' ? [{ lines: ['It goes to:', ...addressLines(address)] }] : []),
      { link: 'See your order', to: `${config.publicUrl}/my-orders` },
    ],
  })
  await queueMailToAccount(tx, order.user_id, mail, now())
}
