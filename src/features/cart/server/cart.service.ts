import { knownProductIds } from '#features/catalog/server/catalog.service.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import { unknownCartProduct } from '../cart.contract.ts'
import { type Cart, mergeCarts, readCart, setQuantity } from '../cart.rules.ts'

/** The items of a row, which is not there for an empty cart. */
export const parseCart = (items: string | null | undefined): Cart => (items ? readCart(JSON.parse(items)) : {})

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

const writeCart = prepared((db, { userId, ...values }: { userId: string; items: string; updated_at: number }) =>
  db
    .insertInto('carts')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
)

async function saveCart(db: Db, userId: string, cart: Cart, now: Date) {
  await writeCart(db, { userId, items: JSON.stringify(cart), updated_at: now.getTime() })
}

const deleteCart = prepared((db, { userId }: { userId: string }) =>
  db.deleteFrom('carts').where('user_id', '=', userId),
)

export const emptyCart = (db: Db, userId: string) => deleteCart(db, { userId })

/** What was bought leaves the cart; what was put in since stays. */
export async function takeFromCart(
  tx: Tx,
  userId: string,
  bought: readonly { product_id: string; quantity: number }[],
  now: Date,
) {
  const wanted = tx.selectFrom('carts').select('items').where('user_id', '=', userId)
  const row = await lockRows(tx, wanted).executeTakeFirst()
  if (!row) return
  const cart = readCart(JSON.parse(row.items))
  const left = bought.reduce(
    (rest, { product_id, quantity }) => setQuantity(rest, product_id, (rest[product_id] ?? 0) - quantity),
    cart,
  )
  if (Object.keys(left).length === 0) await emptyCart(tx, userId)
  else await saveCart(tx, userId, left, now)
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
