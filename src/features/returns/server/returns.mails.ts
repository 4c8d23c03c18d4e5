import { z } from 'zod'
import { queueMailToAccount } from '#features/auth/server/mail-to-account.ts'
import { type ParcelRow, readSender } from '#features/orders/parcels/server/parcel-answer.ts'
import { returnWishes } from '#features/orders/returns.states.ts'
import { readQuantities } from '#features/orders/server/line-pieces.ts'
import type { LockedOrder } from '#features/orders/server/order-row.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import type { MailBlock } from '#kernel/mail/mail-template.ts'
import { formatRupees, NO_MONEY, paise } from '#shared/money.ts'
import { saysWhereTo } from '../returns.contract.ts'
import type { ReturnRow } from './returns.service.ts'

export const returnSteps = ['asked', 'accepted', 'declined', 'arrived', 'sent again'] as const
type ReturnStep = (typeof returnSteps)[number]

const Tracking = z.object({
  courier: z.string().nullable(),
  number: z.string().nullable(),
  /** The courier's page of the parcel. */
  url: z.string().nullable(),
  /** Our own page of the parcel. */
  page: z.string(),
})

function trackingBlocks({ courier, number, url, page }: z.output<typeof Tracking>): MailBlock[] {
  const said = [courier, number === null ? null : `tracking number ${number}`].filter((one) => one !== null)
  return [
    ...(said.length > 0 ? [{ title: 'Courier', lines: [said.join(', ')] }] : []),
    {
      links: [
        { label: 'Follow the parcel', to: page },
        ...(url === null ? [] : [{ label: `Follow it at ${courier ?? 'the courier'}`, to: url }]),
      ],
    },
  ]
}

const ReturnMail = z.object({
  orderId: z.string(),
  number: z.int(),
  step: z.enum(returnSteps),
  wish: z.enum(returnWishes),
  paymentType: z.enum(['COD', 'Online']),
  /** "2 × Blue Pottery Bowl" */
  pieces: z.array(z.string()),
  message: z.string().optional(),
  /** Where to send it, a line for each address. */
  addresses: z.array(z.string()),
  refundPaise: z.int().transform(paise),
  /** The parcel of an exchange. Older mails have none. */
  tracking: Tracking.optional(),
  /** All was refunded before; older mails do not say so. */
  isRefunded: z.boolean().default(false),
})
type ReturnMail = z.output<typeof ReturnMail>

interface Said {
  subject: string
  heading: string
  text: string
  blocks?: MailBlock[]
}

/** A refund of cash has a mail of its own. */
const steps: Readonly<Record<ReturnStep, (mail: ReturnMail) => Said>> = {
  asked: ({ number }) => ({
    subject: `We have your return for order #${number}`,
    heading: 'We have your return',
    text: `You would like to return pieces of your order #${number}. We look at it and write to you. Please keep them, and the packing, until then.`,
  }),
  accepted: ({ number, addresses, wish }) => ({
    subject: `Your return for order #${number} is accepted`,
    heading: 'Please send it back',
    text: `We accept your return for order #${number}. Pack it well, as it came, and write #${number} on the parcel.`,
    blocks: [
      ...(addresses.length > 0 ? [{ title: 'Send it to', lines: addresses }] : []),
      {
        text:
          wish === 'exchange'
            ? 'When it is here, we send you the same again.'
            : 'When it is here, we refund what you paid for it.',
      },
    ],
  }),
  declined: ({ number }) => ({
    subject: `Your return for order #${number}`,
    heading: 'We cannot take it back',
    text: `We cannot accept your return for order #${number}. This is why:`,
  }),
  arrived: (mail) => ({
    subject: `Your return for order #${mail.number} has arrived`,
    heading: 'It is here',
    text: `What you returned of order #${mail.number} has arrived. ${whatFollows(mail)}`,
  }),
  'sent again': ({ number, tracking }) => ({
    ...(tracking ? { blocks: trackingBlocks(tracking) } : {}),
    subject: `Your exchange for order #${number} is on its way`,
    heading: 'Your exchange is on its way',
    text: `We have sent you new pieces in exchange for what you returned of order #${number}. There is nothing to pay.`,
  }),
}

function whatFollows({ wish, paymentType, refundPaise, isRefunded }: ReturnMail) {
  if (isRefunded) return 'What you paid for it was refunded before.'
  if (wish === 'exchange') return 'We send you the same item in exchange, and write when it leaves.'
  if (refundPaise > 0)
    return `We refund ${formatRupees(refundPaise)} to the card you paid with. Your bank may take a few days to show it.`
  return paymentType === 'COD'
    ? 'We refund what you paid for it by UPI or bank transfer. If we do not know yet where to, please answer this mail with your UPI ID or bank account.'
    : 'What you paid for it was refunded before.'
}

export const returnMail = mailKind('return step', ReturnMail, ({ config }, mail) => {
  const { subject, heading, text, blocks = [] } = steps[mail.step](mail)
  return {
    subject: `${config.storeName}: ${subject}`,
    heading: `${heading}.`,
    text,
    button: { label: 'See your return', to: `${config.publicUrl}/my-orders/${mail.orderId}/return` },
    blocks: [
      ...(mail.message ? [{ note: withoutLinks(mail.message) }] : []),
      ...blocks,
      { title: 'What it is about', lines: mail.pieces },
    ],
    why: `You get this mail because you asked to return something to ${config.storeName}.`,
  }
})

interface Told {
  step: ReturnStep
  message?: string | undefined
  refundPaise?: number
  isRefunded?: boolean
  /** The parcel that is sent in exchange. */
  parcel?: ParcelRow
}

export async function mailReturn(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  row: ReturnRow,
  { step, message, refundPaise = NO_MONEY, isRefunded = false, parcel }: Told,
) {
  const pieces = readQuantities({ quantities: parcel?.quantities ?? row.quantities })
  const lines = (await linesOfReturn(tx, row)).filter(({ position }) => pieces.has(position))
  const mail = returnMail.of({
    orderId: order.id,
    number: order.number,
    step,
    wish: row.wish,
    paymentType: order.payment_type,
    pieces: lines.map(({ position, name }) => `${pieces.get(position)} × ${name}`),
    ...(message ? { message } : {}),
    addresses: step === 'accepted' ? addressesOf(deps, lines) : [],
    refundPaise,
    isRefunded,
    ...(parcel ? { tracking: trackingOf(deps, parcel) } : {}),
  })
  await queueMailToAccount(tx, order.user_id, mail, deps.now())
}

const trackingOf = ({ config }: Deps, { courier, tracking_number, tracking_url, token }: ParcelRow) => ({
  ...{ courier, number: tracking_number, url: tracking_url },
  page: `${config.publicUrl}/track/${token}`,
})

const linesOfReturn = (tx: Tx, row: ReturnRow) =>
  tx
    .selectFrom('order_lines')
    .leftJoin('parcels', (join) =>
      join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
    )
    .select(['position', 'name', 'parcels.sender'])
    .where('order_lines.order_id', '=', row.order_id)
    .where('position', 'in', [...readQuantities(row).keys()])
    .orderBy('position')
    .execute()

/** The producer's who sent it, or the shop's, which may be unknown. */
function addressesOf({ config }: Deps, lines: readonly { sender: string | null }[]) {
  const { sender: shop, legal, storeName } = config
  const addresses = lines.flatMap(({ sender: json }) => {
    const sender = readSender(json) ?? (shop.address && { name: shop.name, ...shop.address, phone: shop.phone })
    if (!sender) return legal.address ? [`${legal.name ?? storeName}, ${legal.address}`] : []
    const { name, street, city, state, zipcode, phone } = sender
    return [name, street, city, `${state} ${zipcode}`, phone].filter(Boolean).join(', ')
  })
  return [...new Set(addresses)].map(withoutLinks)
}

/** Throws SAYS_WHERE_TO where neither the shop nor the seller gives an address. */
export async function checkAddress(deps: Deps, tx: Tx, row: ReturnRow, message: string | undefined) {
  if (message) return
  if (addressesOf(deps, await linesOfReturn(tx, row)).length === 0) throw saysWhereTo()
}
