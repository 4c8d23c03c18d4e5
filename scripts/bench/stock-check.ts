import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { measureLoad } from './load.ts'
import { productId, SCARCE, SCARCE_PIECES } from './seed.ts'
import { orderRequest, type Shopper } from './shoppers.ts'

const WORKERS = 16
const TRIES = SCARCE_PIECES + 100
const DEADLINE_MS = 120_000

/** Is what was taken out of stock what stands in the orders, piece by piece? */
export async function countStock(databaseFile: string, piecesBefore: number) {
  const db = openDatabase(databaseFile)
  try {
    const { left } = await db
      .selectFrom('products')
      .select(sql<number>`sum(stock)`.as('left'))
      .where('stock', 'is not', null)
      .executeTakeFirstOrThrow()
    const { orders, taken } = await db
      .selectFrom('order_lines')
      .select([
        sql<number>`count(distinct order_id)`.as('orders'),
        sql<number>`coalesce(sum(stock_taken), 0)`.as('taken'),
      ])
      .executeTakeFirstOrThrow()
    const { below } = await db
      .selectFrom('products')
      .select(sql<number>`count(*)`.as('below'))
      .where('stock', '<', 0)
      .executeTakeFirstOrThrow()
    return { orders: Number(orders), wrong: piecesBefore - Number(left) - Number(taken), below: Number(below) }
  } finally {
    await db.destroy()
  }
}

/** 16 at a time want the last pieces of one product: how many got one? Everybody else is refused. */
export async function sellOut(port: number, shoppers: readonly Shopper[]) {
  const { requests, failed } = await measureLoad({
    port,
    connections: WORKERS,
    ms: DEADLINE_MS,
    atMost: TRIES,
    next: (connection) => orderRequest(shoppers, connection, [productId(SCARCE)]),
  })
  return { sold: requests - failed, pieces: SCARCE_PIECES }
}
