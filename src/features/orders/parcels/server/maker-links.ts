import type { Deps } from '#kernel/deps.ts'
import { getOrderRow } from '../../server/order-row.ts'
import { parcelCode } from '../parcels.states.ts'
import { whatsappUrl } from '../whatsapp.ts'
import { makerLinkEn } from './maker-link-words.en.ts'
import { makerLinkHi } from './maker-link-words.hi.ts'
import { readSender } from './parcel-answer.ts'

const words = { en: makerLinkEn, hi: makerLinkHi }

/** A link a parcel that waits for its maker. Throws ORDER_NOT_FOUND. */
export async function listMakerLinks({ db, config }: Pick<Deps, 'db' | 'config'>, orderId: string) {
  const order = await getOrderRow(db, orderId)
  const rows = await db
    .selectFrom('parcels')
    .innerJoin('producers', 'producers.id', 'parcels.sender_id')
    .select(['parcels.id', 'parcels.number', 'parcels.sender', 'producers.language'])
    .where('parcels.order_id', '=', order.id)
    .where('parcels.status', 'in', ['To pack', 'Packed'])
    .orderBy('parcels.number')
    .execute()
  return {
    links: rows.flatMap(({ id, number, sender, language }) => {
      const page = `${config.publicUrl}/workshop/parcels/${id}`
      const text = words[language].pack(config.storeName, parcelCode(order.number, number), page)
      const url = whatsappUrl(readSender(sender)?.phone ?? '', text)
      return url === undefined ? [] : [{ parcel: id, url }]
    }),
  }
}
