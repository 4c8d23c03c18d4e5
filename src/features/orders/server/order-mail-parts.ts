import type { Selectable } from 'kysely'
import type { Address } from '#features/addresses/addresses.contract.ts'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { taxName } from '#features/catalog/catalog.tax.ts'
import { parsePictures, thumbnailUrl } from '#features/catalog/server/catalog.service.ts'
import type { Config } from '#kernel/config.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import type { MailBlock, Piece } from '#kernel/mail/mail-template.ts'
import { formatRupees, formatRupeesShort, times } from '#shared/money.ts'
import type { LockedOrder } from './order-row.ts'

/** Products that a mail shows: an order may have 100 with long names, and mail programs cut off what is longer than 100 kB. */
const MOST_PIECES = 30

/** What a mail shows of a line of the order. */
export const mailedColumns = ['name', 'producer_name', 'quantity', 'offer_price_paise', 'images'] as const
export type MailedLine = Pick<Selectable<Tables['order_lines']>, (typeof mailedColumns)[number]>

function toPiece(config: Config, line: MailedLine): Piece {
  const [picture] = config.mailPictures ? parsePictures(line.images) : []
  return {
    name: line.name,
    ...(line.producer_name === null ? {} : { maker: withoutLinks(line.producer_name) }),
    count: `${line.quantity} × ${formatRupeesShort(line.offer_price_paise)}`,
    sum: formatRupees(times(line.offer_price_paise, line.quantity)),
    ...(picture ? { picture: `${config.publicUrl}${thumbnailUrl(picture)}` } : {}),
  }
}

/** What was ordered, and what it costs. */
export function orderedBlocks(config: Config, order: LockedOrder, lines: readonly MailedLine[]): MailBlock[] {
  const rest = lines.length - MOST_PIECES
  const items = lines.reduce((units, { quantity }) => units + quantity, 0)
  return [
    { pieces: lines.slice(0, MOST_PIECES).map((line) => toPiece(config, line)) },
    ...(rest > 0 ? [{ small: `and ${rest} more: My Orders shows all of them.` }] : []),
    {
      sums: [
        [items === 1 ? '1 item' : `${items} items`, formatRupees(order.subtotal_paise)],
        ['Shipping', 'Free'],
        [taxName, formatRupees(order.tax_paise)],
        ['Total', formatRupees(order.amount_paise)],
      ],
    },
  ]
}

/** Where the order goes. */
export function addressBlock(address: Omit<Address, '_id' | 'isDefault'>): MailBlock {
  const parts = [
    `${address.firstName} ${address.lastName}`,
    address.street,
    `${address.city}, ${address.state} ${address.zipcode}`,
    address.country,
    formatPhone(address.phone, address.country),
  ]
  return { title: 'Goes to', lines: [parts.map(withoutLinks).join(', ')] }
}
