import { sql } from 'kysely'
import { find, putBack } from '#features/catalog/batches/batches.rules.ts'
import {
  batchColumns,
  changeBatches,
  lastDayOf,
  parseBatches,
  parseTaken,
  type SellingDay,
} from '#features/catalog/batches/server/batch-stock.ts'
import { changeStock, lockProductsOf } from '#features/catalog/server/stock-changes.ts'
import type { Tx } from '#kernel/db/database.ts'

/** Puts back all that orders took from stock, before the orders are removed. */
export async function giveBackStock(tx: Tx, day: SellingDay) {
  const taken = await tx
    .selectFrom('order_lines')
    .select(['product_id', sql<number>`sum(quantity + sent_again - restocked)`.as('pieces')])
    .where('stock_taken', '>', 0)
    .where('batches', 'is', null)
    .groupBy('product_id')
    .execute()
  const changes = taken.flatMap(({ product_id, pieces }) =>
    Number(pieces) === 0 ? [] : [{ product_id, pieces: Number(pieces) }],
  )
  if (changes.length > 0) await changeStock(tx, { changes })
  await giveBackBatches(tx, day)
}

async function giveBackBatches(tx: Tx, day: SellingDay) {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id', 'batches'])
    .where('batches', 'is not', null)
    .execute()
  if (lines.length === 0) return
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const products = new Map((await lockProductsOf(tx, ids)).map((row) => [row.id, row]))
  for (const { product_id, batches } of lines) {
    const product = products.get(product_id)
    const there = parseBatches(product?.batches ?? null)
    if (!product || !there) continue
    const noted = parseTaken(batches) ?? []
    const all = noted.reduce((sum, { pieces, back }) => sum + pieces - back, 0)
    const back = putBack(there, find(noted, all), all, { lastDay: lastDayOf(product, day) })
    const columns = batchColumns(product, back.batches, day)
    products.set(product_id, { ...product, ...columns })
    await changeBatches(tx, { changes: [{ product_id, ...columns }] })
  }
}
