import { z } from 'zod'
import { deliveryDatesText } from '#features/catalog/catalog.delivery.ts'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { type MailBlock, type Phrase, withName } from '#kernel/mail/mail-template.ts'
import { formatRupees, NO_MONEY, type Paise, plus, sumOf, times } from '#shared/money.ts'
import { inWords } from '../../parcels/parcels.words.ts'
import { readAddress } from '../../server/order-answer.ts'
import { addressBlock, type MailedOrder, makersSentence, orderedBlocks, readMailedOrder } from './order-mail-parts.ts'

export function cashBlock(amounts: readonly Paise[]): MailBlock {
  const all = inWords(amounts.map(formatRupees))
  const when = amounts.length === 1 ? 'when the parcel arrives' : `one for each of ${amounts.length} parcels`
  return { note: [{ strong: 'Keep cash ready:' }, ` ${all} for the courier, ${when}.`] }
}

/** The cash of each parcel that an unconfirmed order will come in. */
function cashOfParcels({ lines, amount_paise }: MailedOrder) {
  const parcels = [...Map.groupBy(lines, ({ parcel }) => parcel).values()]
  if (parcels.length === 1) return cashBlock([amount_paise])
  const ofLine = ({ offer_price_paise, quantity, tax_paise }: MailedOrder['lines'][number]) =>
    plus(times(offer_price_paise, quantity), tax_paise ?? NO_MONEY)
  return cashBlock(parcels.map((ofOne) => sumOf(ofOne.map(ofLine))))
}

export const arrival = ({ delivery_from: from, delivery_to: to }: MailedOrder): readonly Phrase[] =>
  from === null || to === null ? [] : [' It should be with you ', { strong: deliveryDatesText({ from, to }) }, '.']

export const orderMail = (config: Config, isComing: boolean) => ({
  button: { label: isComing ? 'Follow this order' : 'See your order', to: `${config.publicUrl}/my-orders` },
  why: `You get this mail because you ordered at ${config.storeName}.`,
})

/** Tells the shopper what was ordered, once it is placed or paid online. The order's rows are copies of that moment, and stay. */
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
        ' for ',
        { strong: formatRupees(amount_paise) },
        isPaid ? ' is placed and paid.' : ' is placed.',
        ...arrival(order),
      ],
      blocks: [
        ...orderedBlocks(config, order),
        ...(isPaid ? [] : [cashOfParcels(order)]),
        addressBlock(address),
        {
          small: `${makersSentence(order)}We write to you when it is on its way. You may cancel in My Orders until the order is packed.`,
        },
      ],
    }
  },
)
