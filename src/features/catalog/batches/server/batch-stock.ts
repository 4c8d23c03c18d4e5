import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { type DeliveryDays, deliveryDaysOf, fromReturn } from '../../catalog.delivery.ts'
import {
  type Batch,
  countOnSale,
  lastPromisedDay,
  nextOnSale,
  shownBatches,
  type TakenBatch,
} from '../batches.rules.ts'

/** When it is, and the days that the shop promises: what decides which pieces may be sold. */
export interface SellingDay {
  now: Date
  shopDays: DeliveryDays
  /** What a maker on holiday makes can be ordered meanwhile. */
  ordersOnHoliday: boolean
}

export const sellingDay = ({ now, config }: Pick<Deps, 'now' | 'config'>): SellingDay => ({
  now: now(),
  shopDays: config.deliveryDays,
  ordersOnHoliday: config.ordersOnHoliday,
})

interface Away {
  delivery_days: string | null
  /** Indian day on which its maker is back from a holiday. */
  back_on: string | null
}

interface BatchRow extends Away {
  in_stock: number
  stock: number | null
}

/** Stored batches were checked as they came in; null: the stock is not in batches. */
export const parseBatches = (json: string | null): Batch[] | null => (json === null ? null : JSON.parse(json))
export const parseTaken = (json: string | null): TakenBatch[] | null => (json === null ? null : JSON.parse(json))

/** The batches of a line's pieces, as they are shown and printed; none: the product had none. */
export const batchesOfLine = ({ batches }: { batches: string | null }) =>
  shownBatches(parseTaken(batches) ?? []).map(({ number, packedOn, bestBefore, pieces }) => ({
    ...{ number, packedOn, bestBefore },
    quantity: pieces,
  }))

/** What is ordered while its maker is away arrives later, and must be good then. */
export const lastDayOf = ({ delivery_days, back_on }: Away, { now, shopDays }: SellingDay) =>
  lastPromisedDay(fromReturn(deliveryDaysOf(delivery_days, shopDays), back_on, now), now)

/** The columns of a product in these batches. At 0 it is out of stock; when pieces come it is in stock. */
export function batchColumns(row: BatchRow, batches: readonly Batch[], day: SellingDay) {
  const lastDay = lastDayOf(row, day)
  const stock = countOnSale(batches, lastDay)
  const next = nextOnSale(batches, lastDay)
  const { number, packedOn, bestBefore } = next ?? {}
  return {
    batches: JSON.stringify(batches),
    next_batch: next ? JSON.stringify({ number, packedOn, bestBefore }) : null,
    stock,
    in_stock: stock === 0 ? 0 : row.stock === 0 ? 1 : row.in_stock,
  }
}

export const noBatches = { batches: null, next_batch: null }

/** A product with what may be sold of its batches by now, whatever was counted before. */
export function withTrueStock<Row extends BatchRow & { batches: string | null }>(row: Row, day: SellingDay): Row {
  const batches = parseBatches(row.batches)
  return batches === null ? row : { ...row, ...batchColumns(row, batches, day) }
}

export interface BatchChange extends ReturnType<typeof batchColumns> {
  product_id: string
}

/** Writes the columns of locked products whose batches changed. */
export function batchChange(db: Db, changes: Slots<BatchChange[]>) {
  const by = (column: 'batches' | 'next_batch' | 'stock' | 'in_stock', type: 'text' | 'integer') =>
    sql<never>`case ${sql.join(
      changes.map(
        (change) => sql`when products.id = ${change.product_id} then cast(${change[column]} as ${sql.raw(type)})`,
      ),
      sql` `,
    )} end`
  return db
    .updateTable('products')
    .set({
      batches: by('batches', 'text'),
      next_batch: by('next_batch', 'text'),
      stock: by('stock', 'integer'),
      in_stock: by('in_stock', 'integer'),
    })
    .where(
      'id',
      'in',
      changes.map(({ product_id }) => product_id),
    )
    .returning('id')
}

export const changeBatches = prepared((db, { changes }: Slots<{ changes: BatchChange[] }>) => batchChange(db, changes))
