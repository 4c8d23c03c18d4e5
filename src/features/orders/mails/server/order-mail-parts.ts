import { type Selectable, sql } from 'kysely'
import type { Address } from '#features/addresses/addresses.contract.ts'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { parsePictures, thumbnailUrl } from '#features/catalog/server/catalog.service.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { batched } from '#kernel/db/query/batched.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import type { MailBlock, Piece } from '#kernel/mail/mail-template.ts'
import { formatRupees, formatRupeesShort, times } from '#shared/money.ts'
import { sumShares } from '../../orders.shares.ts'
import { countMakers, unstatedInWords, whatMakersGet } from '../../orders.shares.words.ts'
import { sharedLine } from '../../server/share-answer.ts'

/** Products that a mail shows: an order may have 100 with long names, and mail programs cut off what is longer than 100 kB. */
const MOST_PIECES = 30

const columns = ['id', 'number', 'payment_type', 'amount_paise', 'subtotal_paise', 'tax_paise', 'address'] as const
const dates = ['delivery_from', 'delivery_to'] as const
const lineColumns = [
  ...(['name', 'producer_name', 'quantity', 'offer_price_paise', 'tax_paise', 'images', 'parcel'] as const),
  ...(['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise', 'unstated'] as const),
] as const

type MailedLine = Pick<Selectable<Tables['order_lines']>, (typeof lineColumns)[number]>
export interface MailedOrder extends Pick<Selectable<Tables['orders']>, (typeof columns | typeof dates)[number]> {
  lines: readonly MailedLine[]
}

const findMailedOrder = batched(
  prepared((db, { keys }: Slots<{ keys: string[] }>) => {
    const lines = sql`select ${sql.join(lineColumns.map((name) => sql.ref(name)))} from order_lines
      where order_lines.order_id = orders.id order by position`
    return db
      .selectFrom('orders')
      .select([...columns, ...dates])
      .select(rowsAsJson(db, lineColumns, lines).as('lines'))
      .where('id', 'in', keys)
  }),
  (row) => row.id,
)

/** Throws where the order is not there. */
export async function readMailedOrder(db: Db, id: string): Promise<MailedOrder> {
  const order = await findMailedOrder(db, id)
  if (!order) throw new Error('the order that the mail tells of is not there')
  return { ...order, lines: JSON.parse(order.lines) }
}

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

export function pieceBlocks(config: Config, lines: readonly MailedLine[]): MailBlock[] {
  const rest = lines.length - MOST_PIECES
  return [
    { pieces: lines.slice(0, MOST_PIECES).map((line) => toPiece(config, line)) },
    ...(rest > 0 ? [{ small: `and ${rest} more: My Orders shows all of them.` }] : []),
  ]
}

export function orderedBlocks(config: Config, order: MailedOrder): MailBlock[] {
  const items = order.lines.reduce((units, { quantity }) => units + quantity, 0)
  return [
    ...pieceBlocks(config, order.lines),
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

/** What of an order goes to the makers, in a sentence; nothing where no maker's price was stated. */
export function makersSentence({ lines, tax_paise }: MailedOrder): string {
  const shares = sumShares(lines.map(sharedLine), tax_paise)
  if (!shares) return ''
  const makers = new Set(lines.filter(({ unstated }) => unstated === 0).map(({ producer_name }) => producer_name))
  const { amount, rest } = whatMakersGet(shares, countMakers(makers.size))
  return `${[`${amount}${rest}`, unstatedInWords(shares)].filter(Boolean).join(' ')} `
}

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
