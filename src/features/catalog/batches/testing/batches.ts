import { indianDay } from '#shared/day.ts'
import type { TestShop } from '#testing/shop.ts'
import type { Batch } from '../batches.rules.ts'
import { batchColumns, parseBatches, sellingDay } from '../server/batch-stock.ts'

/** A batch of 200 days of life that may be sold for so many days from now on, when a product arrives in 4 to 8 days. */
export const batchFor = (shop: TestShop, days: number, number: string, stock: number): Batch => {
  const now = shop.deps.now()
  const bestBefore = indianDay(now, days + shop.deps.config.deliveryDays.to + 45)
  return { number, packedOn: indianDay(now, days + shop.deps.config.deliveryDays.to + 45 - 200), bestBefore, stock }
}

/** A product in batches. */
export async function productInBatches(
  shop: TestShop,
  batches: readonly Batch[],
  more: Parameters<TestShop['product']>[0] = {},
) {
  const id = await shop.product({ category: 'Food-Spices', stock: 0, ...more })
  const row = { in_stock: 0, stock: 0, delivery_days: more.deliveryDays ?? null, back_on: null }
  const columns = batchColumns(row, batches, sellingDay(shop.deps))
  await shop.db.updateTable('products').set(columns).where('id', '=', id).execute()
  return id
}

/** Pieces of each batch, and the stock that lists show. */
export async function stockInBatches(shop: TestShop, id: string) {
  const { batches, ...row } = await shop.db
    .selectFrom('products')
    .select(['batches', 'stock', 'in_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, ...Object.fromEntries((parseBatches(batches) ?? []).map(({ number, stock }) => [number, stock])) }
}
