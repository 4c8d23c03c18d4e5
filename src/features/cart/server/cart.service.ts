import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { unknownProduct } from '../cart.contract.ts'
import { message } from '../cart.messages.ts'
import { type Cart, mergeCarts, quantityIn, readCart, takePieces } from '../cart.rules.ts'

/** An empty cart has no row. */
export const parseCart = (items: string | null | undefined): Cart => (items ? readCart(JSON.parse(items)) : {})

/** Archived products count: a cart keeps their line, marked. */
async function knownProductIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

export async function getCart(db: Db, shopperId: string): Promise<Cart> {
  const row = await db.selectFrom('carts').select('items').where('user_id', '=', shopperId).executeTakeFirst()
  return parseCart(row?.items)
}

/** Lines above a counted stock; products off sale are left out. */
export async function findShortLines(db: Db, wanted: Cart) {
  const ids = Object.keys(wanted)
  if (ids.length === 0) return { short: [] }
  const counted = await db
    .selectFrom('products')
    .select(['id', 'stock'])
    .where('id', 'in', ids)
    .where('archived', '=', 0)
    .where('in_stock', '=', 1)
    .where('stock', 'is not', null)
    .execute()
  const short = counted.flatMap(({ id, stock }) =>
    stock !== null && stock < quantityIn(wanted, id) ? { product: id, available: stock } : [],
  )
  return { short }
}

/** Replaces a shopper's cart. Throws UNKNOWN_PRODUCT for a product the shop never had. */
export async function updateCart(deps: Deps, shopperId: string, items: Cart) {
  const cart = Object.fromEntries(Object.entries(items).filter(([, quantity]) => quantity > 0))
  const known = await knownProductIds(deps.db, Object.keys(cart))
  if (Object.keys(cart).some((id) => !known.has(id))) throw unknownProduct()
  await saveCart(deps.db, shopperId, cart, deps.now())
  return { message: message('CART_UPDATED') }
}

interface Content {
  items: string
  updated_at: number
}

const writeCart = prepared((db, { shopperId, ...values }: Slots<Content & { shopperId: string }>) =>
  db
    .insertInto('carts')
    .values({ user_id: shopperId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
)

async function saveCart(db: Db, shopperId: string, cart: Cart, now: Date) {
  await writeCart(db, { shopperId, items: JSON.stringify(cart), updated_at: now.getTime() })
}

const deleteCart = prepared((db, { shopperId }: Slots<{ shopperId: string }>) =>
  db.deleteFrom('carts').where('user_id', '=', shopperId),
)

const emptyCart = (db: Db, shopperId: string) => deleteCart(db, { shopperId })

type Bought = readonly { product_id: string; quantity: number }[]

const leftOf = (cart: Cart, bought: Bought) =>
  takePieces(
    cart,
    bought.map(({ product_id, quantity }) => ({ product: product_id, quantity })),
  )

/** Takes bought pieces from the cart; what was added since stays. */
export async function takeFromCart(tx: Tx, shopperId: string, bought: Bought, now: Date) {
  const wanted = tx.selectFrom('carts').select('items').where('user_id', '=', shopperId)
  const row = await lockRows(tx, wanted).executeTakeFirst()
  if (!row) return
  const left = leftOf(parseCart(row.items), bought)
  if (Object.keys(left).length === 0) await emptyCart(tx, shopperId)
  else await saveCart(tx, shopperId, left, now)
}

/** A change of the cart as it was read, and of no other. */
export interface CartChange extends Content {
  shopperId: string
  seen: string
}

/** The change that a purchase makes in the cart it read; null: there was none. */
export function takenFromCart(
  shopperId: string,
  seen: string | null,
  bought: Bought,
  now: Date,
): CartChange | undefined {
  const cart = parseCart(seen)
  const items = JSON.stringify(leftOf(cart, bought))
  if (seen === null || items === JSON.stringify(cart)) return undefined
  return { shopperId, seen, items, updated_at: now.getTime() }
}

/** Changes no row if another device changed the cart since. */
export const changeSeenCart = (db: Db, { shopperId, seen, ...values }: Slots<CartChange>) =>
  db.updateTable('carts').set(values).where('user_id', '=', shopperId).where('items', '=', seen).returning('user_id')

/** Adds a visitor's cart from a login to the account's; drops bad lines. Returns the cart after it. */
export async function mergeVisitorCart(db: Db, shopperId: string, visitorCart: unknown, now: Date): Promise<Cart> {
  const account = await getCart(db, shopperId)
  const visitor = readCart(visitorCart)
  const known = await knownProductIds(db, Object.keys(visitor))
  const lines = Object.entries(visitor).filter(([id]) => known.has(id))
  if (lines.length === 0) return account
  const merged = mergeCarts(account, Object.fromEntries(lines))
  await saveCart(db, shopperId, merged, now)
  return merged
}
