import { z } from 'zod'
import { deliveryDatesText } from '#features/catalog/catalog.delivery.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { type MailBlock, type Phrase, type Words, withName } from '#kernel/mail/mail-template.ts'
import { formatRupees, minus, NO_MONEY, type Paise, paise } from '#shared/money.ts'
import { readAddress } from './order-answer.ts'
import { addressBlock, type MailedOrder, orderedBlocks, readMailedOrder } from './order-mail-parts.ts'
import type { LockedOrder } from './order-row.ts'
import { refundedPaise } from './refunds.ts'

/** What the courier is to get. */
const cashBlock = ({ amount_paise }: MailedOrder): MailBlock => ({
  note: [{ strong: 'Keep cash ready:' }, ` ${formatRupees(amount_paise)} for the courier, when the parcel arrives.`],
})

/** When it arrives, as the shopper was told. */
const arrival = ({ delivery_from: from, delivery_to: to }: MailedOrder): readonly Phrase[] =>
  from === null || to === null ? [] : [' It should be with you ', { strong: deliveryDatesText({ from, to }) }, '.']

/** What all mails about orders have in common. */
const orderMail = (config: Config, isComing: boolean) => ({
  button: { label: isComing ? 'Follow this order' : 'See your order', to: `${config.publicUrl}/my-orders` },
  why: `You get this mail because you ordered at ${config.storeName}.`,
})

/**
 * Tells the shopper what was ordered, what it costs and where it goes: when it is placed, or paid online. The rows of the order are copies
 * of what was true then, and stay.
 */
export const orderPlacedMail = mailKind(
  'order placed',
  z.object({ orderId: z.string() }),
  async ({ db, config }, { orderId }) => {
    const order = await readMailedOrder(db, orderId)
    const { number, amount_paise } = order
    const address = readAddress(order.address)
    const isPaid = order.payment_type === 'Online'
    return {
      ...orderMail(config, true),
      subject: `Your ${config.storeName} order #${number}${isPaid ? ' is paid' : ''}`,
      heading: withName('Thank you', address.firstName),
      text: [
        'Order ',
        { strong: `#${number}` },
        ' over ',
        { strong: formatRupees(amount_paise) },
        isPaid ? ' is placed and paid.' : ' is placed.',
        ...arrival(order),
      ],
      blocks: [
        ...orderedBlocks(config, order),
        ...(isPaid ? [] : [cashBlock(order)]),
        addressBlock(address),
        { small: 'We write to you when it is on its way. You may cancel in My Orders until the order is packed.' },
      ],
    }
  },
)

interface Step {
  order: MailedOrder
  isPaid: boolean
  /** Days to write to the shop when something is not right. */
  returnDays: number
  /** What goes back to the shopper with this step. */
  refundPaise: Paise
  /** What the shopper paid and did not get back yet. */
  keptPaise: Paise
}

/** What is said of the money of an order that was cancelled or came back. */
function moneyBack({ order, isPaid, refundPaise, keptPaise }: Step) {
  if (!isPaid) return 'There is nothing to pay.'
  if (refundPaise === 0 && keptPaise === 0) return 'What you paid was refunded before.'
  if (order.payment_type === 'COD') return `We write to you about the ${formatRupees(keptPaise)} that you paid.`
  return `We refund what you paid, ${formatRupees(refundPaise)}.`
}

interface StepMail {
  subject: string
  /** Without the full stop. */
  heading: string
  text: (step: Step) => Words
  /** The goods are to arrive: says where, and what cash is needed. */
  isComing?: boolean
}

const bankTakesDays = 'Your bank may take a few days to show it.'

/** What each later step of an order tells the shopper. Steps that are not here send nothing. */
const steps = {
  Paid: {
    subject: 'is paid',
    heading: 'Thank you for your payment',
    text: ({ order }) => `We have received ${formatRupees(order.amount_paise)} for your order #${order.number}.`,
  },
  Shipped: {
    subject: 'is on its way',
    heading: 'Your order is on its way',
    text: ({ order }) => ['Order ', { strong: `#${order.number}` }, ' has left us.', ...arrival(order)],
    isComing: true,
  },
  Delivered: {
    subject: 'was delivered',
    heading: 'Your order has arrived',
    text: ({ order, returnDays }) =>
      `Order #${order.number} was delivered. We hope you enjoy it for years. If something is not right with it, write to us within ${returnDays} days.`,
  },
  Cancelled: {
    subject: 'was cancelled',
    heading: 'Your order was cancelled',
    text: (step) => `Order #${step.order.number} will not be sent. ${moneyBack(step)}`,
  },
  Returned: {
    subject: 'came back to us',
    heading: 'Your order came back to us',
    text: (step) => `Order #${step.order.number} is with us again. ${moneyBack(step)}`,
  },
  NotPaidYet: {
    subject: 'is not paid yet',
    heading: 'Your order is not paid yet',
    text: ({ order }) =>
      `We noted your payment for order #${order.number} by mistake. ${formatRupees(order.amount_paise)} is still to be paid in cash.`,
  },
  Refunded: {
    subject: 'is being refunded',
    heading: 'Your refund is on its way',
    text: ({ order, refundPaise }) =>
      `We are refunding ${formatRupees(refundPaise)} for your order #${order.number}. ${bankTakesDays}`,
  },
  RefundSent: {
    subject: 'is refunded',
    heading: 'Your refund was sent',
    text: ({ order, refundPaise }) =>
      `We have sent you ${formatRupees(refundPaise)} for your order #${order.number}. ${bankTakesDays}`,
  },
  PaidWrongly: {
    subject: 'was paid with another amount',
    heading: 'We are refunding your payment',
    text: ({ order }) =>
      `What you paid for your order #${order.number} is not what it costs, ${formatRupees(order.amount_paise)}. We refund all of it, and the order is cancelled. ${bankTakesDays}`,
  },
  PaidTooLate: {
    subject: 'was paid too late',
    heading: 'We are refunding your payment',
    text: ({ order }) =>
      `Your payment of ${formatRupees(order.amount_paise)} came after your order #${order.number} was cancelled, so we refund all of it. ${bankTakesDays}`,
  },
} satisfies Record<string, StepMail>
type StepName = keyof typeof steps
/** For tests, which look at each. */
export const stepsWithMail = Object.keys(steps).filter((name): name is StepName => name in steps)

/** Tells the shopper of a later step. What may change until it is sent is kept as it was. */
export const orderStepMail = mailKind(
  'order step',
  z.object({
    orderId: z.string(),
    step: z.custom<StepName>((name) => typeof name === 'string' && name in steps),
    isPaid: z.boolean(),
    returnDays: z.int(),
    refundPaise: z.int().transform(paise),
    keptPaise: z.int().transform(paise),
  }),
  async ({ db, config }, { orderId, step, ...then }) => {
    const order = await readMailedOrder(db, orderId)
    const { subject, heading, text, isComing = false }: StepMail = steps[step]
    const needsCash = order.payment_type === 'COD' && !then.isPaid
    return {
      ...orderMail(config, isComing),
      subject: `Your ${config.storeName} order #${order.number} ${subject}`,
      heading: `${heading}.`,
      text: text({ order, ...then }),
      blocks: [
        ...orderedBlocks(config, order),
        ...(isComing && needsCash ? [cashBlock(order)] : []),
        ...(isComing ? [addressBlock(readAddress(order.address))] : []),
      ],
    }
  },
)

/** Queues the mail of a step, to the account's own address. Sends nothing when the account was deleted: no address is left. */
export async function mailStep(deps: Deps, tx: Tx, step: StepName, order: LockedOrder, refundPaise = NO_MONEY) {
  const { config, now } = deps
  const mail = orderStepMail.of({
    orderId: order.id,
    step,
    isPaid: order.is_paid === 1,
    returnDays: config.returnDays,
    refundPaise,
    keptPaise: minus(order.amount_paise, await refundedPaise(tx, order.id)),
  })
  await queueMailToAccount(tx, order.user_id, mail, now())
}
