import { quantityIn } from '#features/cart/cart.rules.ts'
import { parseCart } from '#features/cart/server/cart.service.ts'
import type { Tx } from '#kernel/db/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { orderedAlready } from '../orders.contract.ts'

/** A page left open longer is about no recent order. */
const REMEMBERED_MS = DAY_MS
const MOST_ORDERS = 20

/** Throws ORDERED_ALREADY when `wanted` left the cart by an order of the same pieces: the page that sends it is out of date (docs/promises.md). */
export async function refuseOrderedCart(
  tx: Tx,
  of: { shopperId: string; seenCart: string | null; wanted: Map<string, number>; now: Date },
) {
  const cart = parseCart(of.seenCart)
  if ([...of.wanted].every(([product, quantity]) => quantityIn(cart, product) >= quantity)) return
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'number', 'created_at'])
    .where('user_id', '=', of.shopperId)
    .where('created_at', '>', of.now.getTime() - REMEMBERED_MS)
    .where('status', 'not in', ['Cancelled', 'Awaiting payment'])
    .orderBy('created_at', 'desc')
    .limit(MOST_ORDERS)
    .execute()
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const lines = await tx
    .selectFrom('order_lines')
    .select(['order_id', 'product_id', 'quantity'])
    .where('order_id', 'in', ids)
    .execute()
  const same = orders.find(({ id }) => {
    const ordered = lines.filter(({ order_id }) => order_id === id)
    return (
      ordered.length === of.wanted.size &&
      ordered.every(({ product_id, quantity }) => of.wanted.get(product_id) === quantity)
    )
  })
  if (same) throw orderedAlready({ agoMs: of.now.getTime() - same.created_at, number: same.number, orderId: same.id })
}
