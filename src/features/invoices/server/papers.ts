import type { Selectable } from 'kysely'
import { z } from 'zod'
import { readAddress } from '#features/orders/server/order-answer.ts'
import { takePaperTurn } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import { markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import type { PaperOrder } from '../invoices.contract.ts'
import { sellerLines } from '../invoices.words.ts'

/** A paper as stored: it never changes, even if the account is deleted. In paise. */
const PaperDocument = z.object({
  orderNumber: z.int(),
  /** In milliseconds. */
  placedAt: z.int(),
  paymentType: z.enum(['COD', 'Online']),
  isPaid: z.boolean(),
  buyer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.string(),
    zipcode: z.string(),
    country: z.string(),
  }),
  lines: z.array(
    z.object({
      product: z.string(),
      name: z.string(),
      weight: z.string().optional(),
      unitPaise: PaiseNumber,
      quantity: z.int(),
    }),
  ),
  subtotalPaise: PaiseNumber,
  taxPaise: PaiseNumber,
  amountPaise: PaiseNumber,
  /** Missing on papers older than shares. */
  shares: z
    .object({
      maker: PaiseNumber,
      costs: PaiseNumber,
      producer: PaiseNumber,
      community: PaiseNumber,
      shop: PaiseNumber,
      tax: PaiseNumber,
      unstated: PaiseNumber,
    })
    .optional(),
})
type PaperDocument = z.output<typeof PaperDocument>

/** Ids of what stands on a stored paper. */
export const productsOn = (document: string) =>
  PaperDocument.parse(JSON.parse(document)).lines.map(({ product }) => product)

type Sold = Pick<Selectable<Tables['order_lines']>, 'product_id' | 'name' | 'weight' | 'offer_price_paise' | 'quantity'>

export function writeDocument(
  order: Pick<Selectable<Tables['orders']>, 'number' | 'created_at' | 'payment_type' | 'is_paid' | 'address'>,
  lines: readonly Sold[],
  sums: Pick<PaperDocument, 'subtotalPaise' | 'taxPaise' | 'amountPaise' | 'shares'>,
) {
  const { firstName, lastName, street, city, state, zipcode, country } = readAddress(order.address)
  const document: PaperDocument = {
    orderNumber: order.number,
    placedAt: order.created_at,
    paymentType: order.payment_type,
    isPaid: order.is_paid === 1,
    buyer: { firstName, lastName, street, city, state, zipcode, country },
    lines: lines.map(({ product_id, name, weight, offer_price_paise, quantity }) => ({
      product: product_id,
      name,
      ...(weight === null ? {} : { weight }),
      unitPaise: offer_price_paise,
      quantity,
    })),
    ...sums,
  }
  return JSON.stringify(document)
}

function readDocument(json: string, orderId: string): PaperOrder {
  const { orderNumber, placedAt, buyer, lines, subtotalPaise, taxPaise, amountPaise, ...rest } = PaperDocument.parse(
    JSON.parse(json),
  )
  return {
    _id: orderId,
    number: orderNumber,
    items: lines.map(({ product, name, weight, unitPaise, quantity }) => ({
      product: { _id: product, name, ...(weight === undefined ? {} : { weight }), offerPrice: unitPaise },
      quantity,
    })),
    subtotal: subtotalPaise,
    tax: taxPaise,
    amount: amountPaise,
    address: buyer,
    createdAt: new Date(placedAt),
    ...rest,
  }
}

/** The number of the shop's present name and address, stored if new. The caller has the turn. */
export async function currentSeller(tx: Tx, config: Pick<Config, 'storeName' | 'supportEmail' | 'legal'>) {
  const now = { store_name: config.storeName, lines: JSON.stringify(sellerLines(config)) }
  const newest = await tx.selectFrom('paper_sellers').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (newest?.store_name === now.store_name && newest.lines === now.lines) return newest.id
  // The number is counted by hand, since a sequence may skip some.
  const id = (newest?.id ?? 0) + 1
  await tx
    .insertInto('paper_sellers')
    .values({ id, ...now })
    .execute()
  return id
}

const Lines = z.array(z.string())

async function readSeller(deps: Deps, id: number) {
  const find = () => deps.db.selectFrom('paper_sellers').selectAll().where('id', '=', id).executeTakeFirst()
  const known = await find()
  if (known) return known
  await transact(deps, async (tx) => {
    await takePaperTurn(tx)
    await currentSeller(tx, deps.config)
  })
  return deps.db.selectFrom('paper_sellers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function readPaper(
  deps: Deps,
  row: { number: number; order_id: string; issued_at: number; seller_id: number; document: string },
) {
  const [seller, month] = [await readSeller(deps, row.seller_id), await readDemoMonth(deps.db)]
  const order = readDocument(row.document, row.order_id)
  return {
    number: row.number,
    issuedAt: new Date(row.issued_at),
    seller: Lines.parse(JSON.parse(seller.lines)),
    storeName: seller.store_name,
    order,
    // A later paper is marked, too, for its order is invented.
    ...markDemo(month, 'orders', order.number),
  }
}
