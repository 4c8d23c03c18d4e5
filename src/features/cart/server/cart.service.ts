import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { unknownCartProduct } from '../cart.contract.ts'
import { type Cart, mergeCarts, readCart, takePieces } from '../cart.rules.ts'

/** The items of a row, which is not there for an empty cart. */
export const parseCart = (items: string | null | undefined): Cart => (items ? readCart(JSON.parse(items)) : {})

/** Which of these products there are. Archived ones count: a cart keeps their line, marked. */
async function knownProductIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

export async function getCart(db: Db, userId: string): Promise<Cart> {
  const row = await db.selectFrom('carts').select('items').where('user_id', '=', userId).executeTakeFirst()
  return parseCart(row?.items)
}

/** Replaces a shopper's cart. Throws UNKNOWN_PRODUCT for a product the shop never had. */
export async function updateCart(deps: Deps, userId: string, items: Cart) {
  const cart = Object.fromEntries(Object.entries(items).filter(([, quantity]) => quantity > 0))
  const known = await knownProductIds(deps.db, Object.keys(cart))
  if (Object.keys(cart).some((id) => !known.has(id))) throw unknownCartProduct()
  await saveCart(deps.db, userId, cart, deps.now())
  return { message: 'Cart Updated' }
}

interface Content {
  items: string
  updated_at: number
}

const writeCart = prepared((db, { userId, ...values }: Slots<Content & { userId: string }>) =>
  db
    .insertInto('carts')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
)

async function saveCart(db: Db, userId: string, cart: Cart, now: Date) {
  await writeCart(db, { userId, items: JSON.stringify(cart), updated_at: now.getTime() })
}

const deleteCart = prepared((db, { userId }: Slots<{ userId: string }>) =>
  db.deleteFrom('carts').where('user_id', '=', userId),
)

const emptyCart = (db: Db, userId: string) => deleteCart(db, { userId })

type Bought = readonly { product_id: string; quantity: number }[]

const leftOf = (cart: Cart, bought: Bought) =>
  takePieces(
    cart,
    bought.map(({ product_id, quantity }) => ({ product: product_id, quantity })),
  )

/** What was bought leaves the cart; what was put in since stays. */
export async function takeFromCart(tx: Tx, userId: string, bought: Bought, now: Date) {
  const wanted = tx.selectFrom('carts').select('items').where('user_id', '=', userId)
  const row = await lockRows(tx, wanted).executeTakeFirst()
  if (!row) return
  const left = leftOf(parseCart(row.items), bought)
  if (Object.keys(left).length === 0) await emptyCart(tx, userId)
  else await saveCart(tx, userId, left, now)
}

interface SeenCart {
  userId: string
  /** As it was read, in the words of the database. */
  seen: string
}

const deleteSeenCart = prepared((db, { userId, seen }: Slots<SeenCart>) =>
  db.deleteFrom('carts').where('user_id', '=', userId).where('items', '=', seen).returning('user_id'),
)

const changeSeenCart = prepared((db, { userId, seen, ...values }: Slots<SeenCart & Content>) =>
  db.updateTable('carts').set(values).where('user_id', '=', userId).where('items', '=', seen).returning('user_id'),
)

/** The same in one statement, given what an earlier one of this transaction has read; null: there was no cart. */
export async function takeFromSeenCart(
  tx: Tx,
  { userId, seen }: { userId: string; seen: string | null },
  bought: Bought,
  now: Date,
) {
  if (seen === null) return
  const left = leftOf(parseCart(seen), bought)
  const items = JSON.stringify(left)
  if (items === JSON.stringify(parseCart(seen))) return
  const changed =
    items === '{}'
      ? await deleteSeenCart(tx, { userId, seen })
      : await changeSeenCart(tx, { userId, seen, items, updated_at: now.getTime() })
  // Changed on another device since it was read.
  if (changed.length === 0) await takeFromCart(tx, userId, bought, now)
}

/** Joins a visitor's cart, as sent with a login, to the account's; bad lines are dropped. Returns the cart after it. */
export async function mergeVisitorCart(db: Db, userId: string, visitorCart: unknown, now: Date): Promise<Cart> {
  const account = await getCart(db, userId)
  const visitor = readCart(visitorCart)
  const known = await knownProductIds(db, Object.keys(visitor))
  const lines = Object.entries(visitor).filter(([id]) => known.has(id))
  if (lines.length === 0) return account
  const merged = mergeCarts(account, Object.fromEntries(lines))
  await saveCart(db, userId, merged, now)
  return merged
}
