import { z } from 'zod'
import { returnWishes } from '#features/orders/returns.states.ts'
import type { LockedOrder } from '#features/orders/server/order-row.ts'
import { readSender } from '#features/orders/server/parcels/parcel-answer.ts'
import { readQuantities } from '#features/orders/server/refunds.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import type { MailBlock } from '#kernel/mail/mail-template.ts'
import { formatRupees, NO_MONEY, paise } from '#shared/money.ts'
import { saysWhereTo } from '../returns.contract.ts'
import type { ReturnRow } from './returns.service.ts'

export const returnSteps = ['asked', 'accepted', 'declined', 'arrived', 'sent again'] as const
type ReturnStep = (typeof returnSteps)[number]

const ReturnMail = z.object({
  orderId: z.string(),
  number: z.int(),
  step: z.enum(returnSteps),
  wish: z.enum(returnWishes),
  paymentType: z.enum(['COD', 'Online']),
  /** "2 × Blue Pottery Bowl" */
  pieces: z.array(z.string()),
  /** What the shop wrote. */
  message: z.string().optional(),
  /** Where it is to be sent: a line for each address. */
  addresses: z.array(z.string()),
  refundPaise: z.int().transform(paise),
})
type ReturnMail = z.output<typeof ReturnMail>

interface Said {
  subject: string
  heading: string
  text: string
  blocks?: MailBlock[]
}

/** What the shopper is told at each step; the refund of cash has a mail of its own. */
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
  'sent again': ({ number }) => ({
    subject: `Your exchange for order #${number} is on its way`,
    heading: 'The same again is on its way',
    text: `We have sent you new pieces in exchange for what you returned of order #${number}. There is nothing to pay.`,
  }),
}

function whatFollows({ wish, paymentType, refundPaise }: ReturnMail) {
  if (wish === 'exchange') return 'We send you the same again, and write when it leaves.'
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
}

/** Queues the mail of a step, to the account's own address. */
export async function mailReturn(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  row: ReturnRow,
  { step, message, refundPaise = NO_MONEY }: Told,
) {
  const pieces = readQuantities(row)
  const lines = await linesOfReturn(tx, row)
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
  })
  await queueMailToAccount(tx, order.user_id, mail, deps.now())
}

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

/** Goods go back to whoever sent them: the producer, or the shop, whose address may not be known. */
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

/** A return is accepted with an address that it goes to. Throws SAYS_WHERE_TO where neither the shop nor the seller says one. */
export async function checkAddress(deps: Deps, tx: Tx, row: ReturnRow, message: string | undefined) {
  if (message) return
  if (addressesOf(deps, await linesOfReturn(tx, row)).length === 0) throw saysWhereTo()
}
