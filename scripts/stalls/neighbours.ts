import { setTimeout } from 'node:timers/promises'
import type { Db } from '#kernel/db/database.ts'
import { type Calls, expectStatus } from './calls.ts'
import { COUNTED, cookieOf, idOf, PLENTY } from './fill.ts'

/** Between two orders of a neighbour: each places five in some minutes, which no limit refuses. */
const PAUSE_MS = 250
const ORDERS_EACH = 5

/** Shoppers change carts and order counted products, one after the other. */
export function startNeighbours({ post }: Calls, users: readonly number[]) {
  const turns = Array.from({ length: ORDERS_EACH }, () => users).flat()
  const failures: string[] = []
  let isOver = false
  const running = (async () => {
    for (const [turn, user] of turns.entries()) {
      if (isOver) return
      const cookie = cookieOf(user)
      const products = [turn % COUNTED, (turn + 7) % COUNTED].map((number) => idOf('product', number))
      const cartItems = Object.fromEntries(products.map((product) => [product, 1]))
      const items = products.map((product) => ({ product, quantity: 1 }))
      try {
        expectStatus(200, [await post('/api/cart/update', { cartItems }, { cookie })])
        expectStatus(200, [await post('/api/order/cod', { items, address: idOf('address', user) }, { cookie })])
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
      await setTimeout(PAUSE_MS)
    }
  })()
  return {
    /** Refused orders and carts since the last call. */
    takeFailures: () => failures.splice(0),
    async stop() {
      isOver = true
      await running
    },
  }
}

/** Faults in the counted products' stock: sold pieces must be gone, whatever else was done. */
export async function checkStock(db: Db) {
  const products = await db.selectFrom('products').select(['id', 'stock']).where('stock', 'is not', null).execute()
  const sold = await db
    .selectFrom('order_lines')
    .where('stock_taken', '>', 0)
    .groupBy('product_id')
    .select(({ fn }) => ['product_id', fn.sum<number>('stock_taken').as('pieces')])
    .execute()
  const piecesOf = new Map(sold.map(({ product_id, pieces }) => [product_id, Number(pieces)]))
  return products
    .filter(({ id, stock }) => stock !== PLENTY - (piecesOf.get(id) ?? 0))
    .map(({ id, stock }) => `${id} has ${stock} pieces left, sold were ${piecesOf.get(id) ?? 0}`)
}
