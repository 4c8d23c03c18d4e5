import { setImmediate } from 'node:timers/promises'
import type { Job } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { PART } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { eachDay } from '#kernel/each-day.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type BatchChange, changeBatches, type SellingDay, sellingDay, withTrueStock } from './batch-stock.ts'

/** The job that counts at the turn of the Indian day what may still be sold. */
export const DAILY_STOCK = 'daily stock'

const columns = ['id', 'batches', 'next_batch', 'stock', 'in_stock', 'delivery_days', 'back_on'] as const

const inBatches = (db: Db) => db.selectFrom('products').select(columns).where('batches', 'is not', null).orderBy('id')

/** The changes of products that hold another stock than may be sold by now. */
const untrue = (rows: Awaited<ReturnType<ReturnType<typeof inBatches>['execute']>>, day: SellingDay): BatchChange[] =>
  rows.flatMap((row) => {
    const { stock, next_batch, in_stock, batches } = withTrueStock(row, day)
    const isTrue = stock === row.stock && next_batch === row.next_batch && in_stock === row.in_stock
    return isTrue || batches === null || stock === null
      ? []
      : [{ product_id: row.id, batches, next_batch, stock, in_stock }]
  })

/** Locks these products and makes the stock of those in batches true. */
export async function recount(tx: Tx, ids: readonly string[], day: SellingDay) {
  const changes = untrue(await lockRows(tx, inBatches(tx).where('id', 'in', ids)).execute(), day)
  if (changes.length > 0) await changeBatches(tx, { changes })
}

type SellingDeps = Pick<Deps, 'db' | 'now' | 'config'>

/** Makes the stock of all products in batches what may be sold today. Those whose stock is true already are only read. */
export async function countStockOfToday(deps: SellingDeps, isStopping = () => false) {
  const { db } = deps
  const day = sellingDay(deps)
  let after = ''
  for (;;) {
    const rows = await inBatches(db).where('id', '>', after).limit(PART).execute()
    const ids = untrue(rows, day).map(({ product_id }) => product_id)
    if (ids.length > 0) await db.transaction().execute((tx) => recount(tx, ids, day))
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PART || isStopping()) return
    await setImmediate()
  }
}

/** Once a day in each process, and after its start, since the promised days are a setting. */
export const dailyStockJob = (deps: Deps): Job => ({
  name: DAILY_STOCK,
  everyMs: MINUTE_MS,
  first: 'listening',
  work: eachDay(deps, (isStopping) => countStockOfToday(deps, isStopping)),
})
