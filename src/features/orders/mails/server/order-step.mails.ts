import { z } from 'zod'
import { queueMailToAccount } from '#features/auth/server/mail-to-account.ts'
import type { Config } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import type { Link, MailBlock, Words } from '#kernel/mail/mail-template.ts'
import { formatRupees, minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import type { ParcelMove } from '../../orders.moves.ts'
import type { ParcelRow } from '../../parcels/server/parcel-answer.ts'
import { expectedPaise } from '../../parcels/server/parcel-rows.ts'
import { paidPaise, refundedPaise } from '../../refunds/server/refunds.ts'
import { readAddress } from '../../server/order-answer.ts'
import type { LockedOrder } from '../../server/order-row.ts'
import { arrival, cashBlock, orderMail } from './order.mails.ts'
import { addressBlock, type MailedOrder, orderedBlocks, pieceBlocks, readMailedOrder } from './order-mail-parts.ts'

interface Step {
  order: MailedOrder
  /** "Order #1001", or "Parcel 2 of 3 of your order #1001". */
  what: string
  isPaid: boolean
  returnDays: number
  refundPaise: Paise
  /** What the shopper paid and did not get back yet. */
  keptPaise: Paise
  cashPaise: Paise
}

function moneyBack({ order, isPaid, refundPaise, keptPaise }: Step) {
  if (!isPaid) return 'There is nothing to pay.'
  if (refundPaise === 0 && keptPaise === 0) return 'What you paid was refunded before.'
  if (order.payment_type === 'COD') return `We will contact you about the ${formatRupees(keptPaise)} that you paid.`
  return `We refund what you paid, ${formatRupees(refundPaise)}.`
}

interface StepMail {
  subject: string
  /** Without the full stop. "Your order" in it becomes the parcel, where the mail is about one of several. */
  heading: string
  text: (step: Step) => Words
  isComing?: boolean
}

const bankTakesDays = 'Your bank may take a few days to show it.'

/** What each later step of an order tells the shopper. Steps that are not here send nothing. */
const steps = {
  Paid: {
    subject: 'is paid',
    heading: 'Thank you for your payment',
    text: ({ order, cashPaise }) => `We have received ${formatRupees(cashPaise)} for your order #${order.number}.`,
  },
  Shipped: {
    subject: 'is on its way',
    heading: 'Your order is on its way',
    text: ({ order, what }) => [...strongNumber(what), ' has left us.', ...arrival(order)],
    isComing: true,
  },
  Delivered: {
    subject: 'was delivered',
    heading: 'Your order has arrived',
    text: ({ what, returnDays }) =>
      `${what} was delivered. We hope you enjoy it for years. If something is not right with it, write to us within ${returnDays} days.`,
  },
  Refused: {
    subject: 'could not be delivered',
    heading: 'Your order could not be delivered',
    text: (step) => `${step.what} was not taken in, and is on its way back to us. ${moneyBack(step)}`,
  },
  Lost: {
    subject: 'was lost on its way',
    heading: 'Your order was lost on its way',
    text: (step) =>
      `We are sorry: the courier has lost ${step.what.replace(/^./, (first) => first.toLowerCase())}. ${moneyBack(step)}`,
  },
  Cancelled: {
    subject: 'was cancelled',
    heading: 'Your order was cancelled',
    text: (step) => `${step.what} will not be sent. ${moneyBack(step)}`,
  },
  Returned: {
    subject: 'came back to us',
    heading: 'Your order came back to us',
    text: (step) => `${step.what} is with us again. ${moneyBack(step)}`,
  },
  NotPaidYet: {
    subject: 'is not paid yet',
    heading: 'Your order is not paid yet',
    text: ({ order, cashPaise }) =>
      `We noted your payment for order #${order.number} by mistake. ${formatRupees(cashPaise)} is still to be paid in cash.`,
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
export const stepsWithMail = Object.keys(steps).filter((name): name is StepName => name in steps)

const strongNumber = (what: string) =>
  what.split(/(#\d+)/).map((part) => (part.startsWith('#') ? { strong: part } : part))

/** "Parcel 2 of 3"; undefined where all are meant. */
const parcelWords = ([number, ...others]: readonly number[], all: number) =>
  number === undefined || others.length + 1 === all ? undefined : `Parcel ${number} of ${all}`

const mailedParcels = (db: Db, orderId: string) =>
  db
    .selectFrom('parcels')
    .select(['number', 'courier', 'tracking_number', 'tracking_url', 'token'])
    .where('order_id', '=', orderId)
    .where('return_id', 'is', null)
    .orderBy('number')
    .execute()
type MailedParcel = Awaited<ReturnType<typeof mailedParcels>>[number]

const trackLink = (config: Config, { token }: MailedParcel) => `${config.publicUrl}/track/${token}`

function courierBlocks(config: Config, parcels: readonly MailedParcel[], all: number): MailBlock[] {
  return parcels.flatMap((parcel): MailBlock[] => {
    const { number, courier, tracking_number, tracking_url } = parcel
    const said = [courier, tracking_number === null ? null : `tracking number ${tracking_number}`].filter(
      (one) => one !== null,
    )
    const links: Link[] = [
      ...(parcels.length > 1 ? [{ label: `Follow parcel ${number} of ${all}`, to: trackLink(config, parcel) }] : []),
      ...(tracking_url === null ? [] : [{ label: `Follow it at ${courier ?? 'the courier'}`, to: tracking_url }]),
    ]
    const title = all === 1 ? 'Courier' : `Parcel ${number} of ${all}`
    return [...(said.length > 0 ? [{ title, lines: [said.join(', ')] }] : []), ...(links.length > 0 ? [{ links }] : [])]
  })
}

const Money = z.int().transform(paise)

/** Tells the shopper of a later step. What may change until it is sent is kept as it was. */
export const orderStepMail = mailKind(
  'order step',
  z.object({
    orderId: z.string(),
    step: z.custom<StepName>((name) => typeof name === 'string' && name in steps),
    isPaid: z.boolean(),
    returnDays: z.int(),
    refundPaise: Money,
    keptPaise: Money,
    /** Mails of before there were parcels have neither: then it is the whole order. */
    parcels: z.array(z.int()).optional(),
    cashPaise: Money.optional(),
    parcelCashPaise: z.array(Money).optional(),
  }),
  async ({ db, config }, { orderId, step, parcels: numbers, ...then }) => {
    const order = await readMailedOrder(db, orderId)
    const { subject, heading, text, isComing = false }: StepMail = steps[step]
    const all = numbers ? await mailedParcels(db, orderId) : []
    const told = all.filter(({ number }) => numbers?.includes(number))
    const part = parcelWords(numbers ?? [], all.length)
    const cashPaise = then.cashPaise ?? order.amount_paise
    const needsCash = order.payment_type === 'COD' && cashPaise > 0 && (numbers !== undefined || !then.isPaid)
    const what = `${part ? `${part} of your order` : 'Order'} #${order.number}`
    const standard = orderMail(config, isComing)
    const [only] = told
    const label = part ? 'Follow this parcel' : standard.button.label
    const button = isComing && only && told.length === 1 ? { label, to: trackLink(config, only) } : standard.button
    return {
      ...standard,
      button,
      subject: `Your ${config.storeName} order #${order.number} ${part ? `(${part.replace(/^P/, 'p')}) ` : ''}${subject}`,
      heading: `${part ? heading.replace('Your order', part) : heading}.`,
      text: text({ order, what, ...then, cashPaise }),
      blocks: [
        ...(isComing ? courierBlocks(config, told, all.length) : []),
        ...(part
          ? pieceBlocks(
              config,
              order.lines.filter(({ parcel }) => numbers?.includes(parcel)),
            )
          : orderedBlocks(config, order)),
        ...(isComing && needsCash ? [cashBlock(then.parcelCashPaise ?? [cashPaise])] : []),
        ...(isComing ? [addressBlock(readAddress(order.address))] : []),
      ],
    }
  },
)

/** Queues the mail of a step, unless the account was deleted. `cashPaise`: what came or is owed in cash, where that is less than the total. */
export async function mailStep(
  deps: Deps,
  tx: Tx,
  step: StepName,
  order: LockedOrder,
  { refundPaise = NO_MONEY, cashPaise }: { refundPaise?: Paise; cashPaise?: Paise } = {},
) {
  const { config, now } = deps
  const mail = orderStepMail.of({
    ...{ orderId: order.id, step, isPaid: order.is_paid === 1, returnDays: config.returnDays, refundPaise },
    keptPaise: minus(order.amount_paise, await refundedPaise(tx, order.id)),
    ...(cashPaise === undefined ? {} : { cashPaise }),
  })
  await queueMailToAccount(tx, order.user_id, mail, now())
}

/** Queues the mail of a step of some parcels of an order, or of all. */
export async function mailParcels(
  deps: Deps,
  tx: Tx,
  step: NonNullable<ParcelMove['mail']>,
  order: LockedOrder,
  moved: readonly ParcelRow[],
  refundPaise: Paise,
) {
  const { config, now } = deps
  const received = sumOf(moved.map(({ cash_received_paise }) => cash_received_paise))
  const isOnline = order.payment_type === 'Online'
  const parcelCashPaise = moved.map(expectedPaise)
  const mail = orderStepMail.of({
    ...{ orderId: order.id, step, returnDays: config.returnDays, refundPaise },
    isPaid: isOnline ? order.is_paid === 1 : received > 0,
    keptPaise: isOnline ? NO_MONEY : await keptCash(tx, order, received),
    parcels: moved.map(({ number }) => number),
    cashPaise: sumOf(parcelCashPaise),
    parcelCashPaise,
  })
  await queueMailToAccount(tx, order.user_id, mail, now())
}

/** Cash that the shopper paid for some parcels and did not get back, as far as the rows tell. */
async function keptCash(tx: Tx, order: LockedOrder, received: Paise) {
  if (received === 0) return NO_MONEY
  const kept = minus(await paidPaise(tx, order), await refundedPaise(tx, order.id))
  return kept < received ? kept : received
}
