import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { getAddressOfUser } from '#features/addresses/server/addresses.service.ts'
import { MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { emptyCart } from '#features/cart/server/cart.service.ts'
import { readImages } from '#features/catalog/server/catalog.service.ts'
import type { Tables, Tx } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import {
  keyReused,
  notEnoughStock,
  type PlaceOrder,
  productUnavailable,
  totalChanged,
  unknownProduct,
} from '../orders.contract.ts'
import { priceOrder } from '../orders.pricing.ts'
import { orderPlacedMail } from './order.mails.ts'
import { orderSearchText } from './orders.service.ts'

type PaymentType = Tables['orders']['payment_type']

const KEY_LIFETIME_MS = DAY_MS
/** Without a key, an identical order within this time makes no second (reliability promises §17). */
const TWIN_WINDOW_MS = 10 * SECOND_MS
const MAX_KEY_LENGTH = 255

interface Buyer {
  userId: string
  idempotencyKey: string | undefined
}

interface Placed {
  orderId: string
  amountPaise: number
}

/** Cash on delivery: paid in cash when it arrives. Throws as `placeOrder`. */
export async function placeCodOrder(deps: Deps, buyer: Buyer, input: PlaceOrder) {
  const { orderId, amountPaise } = await placeOrder(deps, buyer, input, 'COD')
  deps.mailer.wake()
  return { message: 'Order placed', orderId, amount: amountPaise }
}

/**
 * One transaction: key claimed, address and products checked, counted stock taken, order with copied lines written, cart
 * emptied, mail queued (decisions §6). The same Idempotency-Key gives the same order. Throws ADDRESS_NOT_FOUND,
 * UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE, NOT_ENOUGH_STOCK, TOTAL_CHANGED, KEY_REUSED; then nothing is left behind.
 */
export async function placeOrder(
  deps: Deps,
  buyer: Buyer,
  input: PlaceOrder,
  paymentType: PaymentType,
): Promise<Placed> {
  const { userId, idempotencyKey } = buyer
  if (idempotencyKey !== undefined && (idempotencyKey.length === 0 || idempotencyKey.length > MAX_KEY_LENGTH)) {
    throw badInput({ 'idempotency-key': `Idempotency-Key takes 1 to ${MAX_KEY_LENGTH} characters` })
  }
  const wanted = mergeLines(input.items)
  const contentHash = hashContent([...wanted], input.address, paymentType)
  const now = deps.now()
  const orderId = newId()

  const placed = await deps.db.transaction().execute(async (tx) => {
    const earlier = await claimKey(tx, { userId, idempotencyKey, contentHash, orderId, now })
    if (earlier) return earlier

    const address = await getAddressOfUser(tx, userId, input.address)
    const lines = await takeProducts(tx, wanted)
    const totals = priceOrder(
      lines.map((line) => ({ offerPricePaise: line.offer_price_paise, quantity: line.quantity })),
    )
    if (input.expectedTotal !== undefined && input.expectedTotal !== totals.totalPaise)
      throw totalChanged(totals.totalPaise)

    const { _id, isDefault, ...shipTo } = address
    const { number } = await tx
      .insertInto('orders')
      .values({
        id: orderId,
        user_id: userId,
        subtotal_paise: totals.subtotalPaise,
        tax_paise: totals.taxPaise,
        amount_paise: totals.totalPaise,
        address: JSON.stringify(shipTo),
        payment_type: paymentType,
        status: 'Order Placed',
        is_paid: 0,
        created_at: now.getTime(),
        search_text: orderSearchText(shipTo),
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_lines')
      .values(lines.map((line) => ({ ...line, order_id: orderId })))
      .execute()
    await emptyCart(tx, userId)
    await queueMail(tx, orderPlacedMail({ config: deps.config, number, address, lines, totals, paymentType }), now)
    return { orderId, amountPaise: totals.totalPaise }
  })
  if (placed.orderId === orderId) deps.metrics.ordersPlaced.inc({ payment_type: paymentType })
  return placed
}

/** Duplicate lines become one. Throws BAD_INPUT when they add up to more than 999. */
function mergeLines(items: PlaceOrder['items']) {
  const wanted = new Map<string, number>()
  for (const { product, quantity } of items) wanted.set(product, (wanted.get(product) ?? 0) + quantity)
  for (const quantity of wanted.values()) {
    if (quantity > MAX_QUANTITY) throw badInput({ items: `Quantity can be at most ${MAX_QUANTITY}` })
  }
  return wanted
}

const hashContent = (lines: [string, number][], address: string, paymentType: PaymentType) =>
  createHash('sha256')
    .update(JSON.stringify([lines.sort(([a], [b]) => (a < b ? -1 : 1)), address, paymentType]))
    .digest('base64url')

/**
 * Takes the key for this order; a second order with it waits for the first to end. Returns the earlier order when there
 * is one. Throws KEY_REUSED when that had other content.
 */
async function claimKey(
  tx: Tx,
  claim: { userId: string; idempotencyKey: string | undefined; contentHash: string; orderId: string; now: Date },
): Promise<Placed | undefined> {
  const at = claim.now.getTime()
  const key = claim.idempotencyKey === undefined ? `same:${claim.contentHash}` : `key:${claim.idempotencyKey}`
  const lifetimeMs = claim.idempotencyKey === undefined ? TWIN_WINDOW_MS : KEY_LIFETIME_MS
  const values = { content_hash: claim.contentHash, order_id: claim.orderId, created_at: at }
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: claim.userId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet(values)
        .where('idempotency_keys.created_at', '<=', at - lifetimeMs),
    )
    .returning('order_id')
    .executeTakeFirst()
  if (claimed) return undefined

  const earlier = await tx
    .selectFrom('idempotency_keys')
    .innerJoin('orders', 'orders.id', 'idempotency_keys.order_id')
    .select(['content_hash', 'order_id', 'amount_paise'])
    .where('idempotency_keys.user_id', '=', claim.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.content_hash !== claim.contentHash) throw keyReused()
  return { orderId: earlier.order_id, amountPaise: earlier.amount_paise }
}

/** Locks the products in id order, checks and takes what is counted, and copies what the order keeps of them. */
async function takeProducts(tx: Tx, wanted: Map<string, number>) {
  const ids = [...wanted.keys()]
  const rows = await lockRows(
    tx,
    tx
      .selectFrom('products')
      .select([
        'id',
        'name',
        'category',
        'price_paise',
        'offer_price_paise',
        'images',
        'weight',
        'in_stock',
        'stock',
        'archived',
      ])
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute()
  const products = new Map(rows.map((row) => [row.id, row]))

  const lines = [...wanted].map(([id, quantity], position) => {
    const product = products.get(id)
    if (!product) throw unknownProduct()
    if (product.archived === 1 || product.in_stock === 0 || product.stock === 0) throw productUnavailable(product.name)
    if (product.stock !== null && product.stock < quantity) throw notEnoughStock(product.name, product.stock)
    const { in_stock, stock, archived, id: product_id, ...copy } = product
    return {
      ...copy,
      position,
      product_id,
      images: JSON.stringify(readImages(product.images).slice(0, 1)),
      quantity,
      stock_taken: stock === null ? 0 : quantity,
    }
  })

  const taken = lines.filter((line) => line.stock_taken > 0)
  if (taken.length > 0) await changeStock(tx, taken, -1)
  return lines
}

/**
 * Takes counted pieces (-1) or gives them back (+1), in one statement. At 0 a product goes out of stock; when pieces come
 * back to a product that was empty it is in stock again.
 */
export async function changeStock(
  tx: Tx,
  lines: readonly { product_id: string; stock_taken: number }[],
  direction: 1 | -1,
) {
  const change = sql<number>`case ${sql.join(
    lines.map(
      (line) => sql`when products.id = ${line.product_id} then cast(${direction * line.stock_taken} as integer)`,
    ),
    sql` `,
  )} else 0 end`
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({
      stock: sql`stock + ${change}`,
      in_stock: sql`case when stock + ${change} = 0 then 0 when stock = 0 then 1 else in_stock end`,
    })
    .where(
      'id',
      'in',
      lines.map((line) => line.product_id),
    )
    .where('stock', 'is not', null)
    .executeTakeFirstOrThrow()
  if (direction === -1 && Number(numUpdatedRows) !== lines.length)
    throw new AppError('STOCK_CHANGED', 409, 'Stock has just changed. Please try again')
}
