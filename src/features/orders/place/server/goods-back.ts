import { find, putBack, type TakenBatch, writeOff } from '#features/catalog/batches/batches.rules.ts'
import {
  batchColumns,
  changeBatches,
  lastDayOf,
  parseBatches,
  parseTaken,
  type SellingDay,
} from '#features/catalog/batches/server/batch-stock.ts'
import { changeStock, lockProductsOf, type StockChange } from '#features/catalog/server/stock-changes.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { countPieces } from '../../server/line-pieces.ts'

interface SettledLine {
  position: number
  product_id: string
  stock_taken: number
  batches: string | null
}

/** Goods that are settled, and whether they are good enough for stock. */
interface Settling {
  good: boolean
  /** They never left: nobody lost them, whatever their date. */
  stayed?: boolean
  day: SellingDay
}

const linesWithPieces = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'stock_taken', 'batches', 'quantity', 'restocked', 'written_off'])
    .where('order_id', '=', orderId)

export const noteBatches = (tx: Tx, orderId: string, position: number, taken: readonly TakenBatch[]) =>
  tx
    .updateTable('order_lines')
    .set({ batches: JSON.stringify(taken) })
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute()

/**
 * Puts pieces of an order in stock, or writes them off; what may not be sold any more is written off. `pieces` is by the lines' positions. Gives how many
 * are in stock again.
 */
export async function settlePieces(tx: Tx, orderId: string, pieces: ReadonlyMap<number, number>, settling: Settling) {
  if (![...pieces.values()].some((count) => count > 0)) return 0
  return settle(tx, orderId, await linesWithPieces(tx, orderId).execute(), pieces, settling)
}

/** Settles all open pieces of an order, or those in some parcels. `wereLost`: they were written off as lost and are found now. */
export async function settleGoods(
  tx: Tx,
  orderId: string,
  { parcels, wereLost = false, ...settling }: Settling & { parcels?: readonly number[]; wereLost?: boolean },
) {
  const wanted = linesWithPieces(tx, orderId).$if(parcels !== undefined, (select) =>
    select.where('parcel', 'in', parcels ?? []),
  )
  if (wereLost) {
    const lost = await wanted.execute()
    await findPieces(tx, orderId, new Map(lost.map(({ position, written_off }) => [position, written_off])))
  }
  const lines = await wanted.execute()
  const open = lines.map(({ position, quantity, restocked, written_off }): [number, number] => [
    position,
    quantity - restocked - written_off,
  ])
  await settle(tx, orderId, lines, new Map(open), settling)
}

/** Takes back that pieces were written off: they were lost, and are found. They are settled next. */
export async function findPieces(tx: Tx, orderId: string, pieces: ReadonlyMap<number, number>) {
  await countPieces(tx, orderId, 'written_off', pieces, -1)
  const lines = await linesWithPieces(tx, orderId).where('batches', 'is not', null).execute()
  for (const { position, batches } of lines)
    await noteBatches(tx, orderId, position, find(parseTaken(batches) ?? [], pieces.get(position) ?? 0))
}

async function settle(
  tx: Tx,
  orderId: string,
  lines: readonly SettledLine[],
  pieces: ReadonlyMap<number, number>,
  { good, stayed = false, day }: Settling,
) {
  const settled = lines.filter(({ position }) => (pieces.get(position) ?? 0) > 0)
  if (!good) {
    await countPieces(tx, orderId, 'written_off', pieces, 1)
    for (const { position, batches } of settled) {
      const taken = parseTaken(batches)
      if (taken) await noteBatches(tx, orderId, position, writeOff(taken, pieces.get(position) ?? 0))
    }
    return 0
  }
  const counted = settled.filter(({ stock_taken, batches }) => stock_taken > 0 || batches !== null)
  const products = await lockedProducts(tx, counted)
  const plain: StockChange[] = []
  const off = new Map<number, number>()
  for (const { position, product_id, stock_taken, batches } of counted) {
    const product = products.get(product_id)
    const taken = parseTaken(batches) ?? []
    const count = pieces.get(position) ?? 0
    if (!product) continue
    const there = parseBatches(product.batches)
    const back = putBack(there ?? [], taken, count, { lastDay: lastDayOf(product, day), stayed })
    off.set(position, back.writtenOff)
    if (taken.length > 0) await noteBatches(tx, orderId, position, back.taken)
    if (there) {
      // Nobody knows of which batch a piece is that was sold before its product had any: the seller counts it into one.
      const columns = batchColumns(product, back.batches, day)
      products.set(product_id, { ...product, ...columns })
      await changeBatches(tx, { changes: [{ product_id, ...columns }] })
    } else {
      const some = count - back.writtenOff - (stock_taken > 0 ? 0 : back.open)
      if (some > 0) plain.push({ product_id, pieces: some })
    }
  }
  const sound = new Map([...pieces].map(([position, count]) => [position, count - (off.get(position) ?? 0)]))
  await countPieces(tx, orderId, 'restocked', sound, 1)
  await countPieces(tx, orderId, 'written_off', off, 1)
  if (plain.length > 0) await changeStock(tx, { changes: plain })
  if (counted.length > 0) wakeAfterCommit(tx, STOCK_ALERTS)
  return [...sound.values()].reduce((sum, count) => sum + count, 0)
}

async function lockedProducts(tx: Tx, lines: readonly SettledLine[]) {
  const rows =
    lines.length === 0
      ? []
      : await lockProductsOf(
          tx,
          lines.map(({ product_id }) => product_id),
        )
  return new Map(rows.map((row) => [row.id, row]))
}
