import { statedBatches } from '#features/catalog/batches/batches.rules.ts'
import { batchColumns, noBatches, parseBatches, sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { message as catalogMessage } from '#features/catalog/catalog.messages.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import type { ProductChange } from '../../product-data.contract.ts'
import { stockInBatches } from '../../seller-products.contract.ts'
import { type Row, stockAfter } from '../../server/seller-products.service.ts'

type Stored = Pick<Row, 'batches' | 'stock' | 'in_stock' | 'resting' | 'delivery_days' | 'back_on'>

/**
 * The columns of an edited product's stock; `row` has its other changes already. In batches it is what may be sold of them today: a stock that is typed
 * besides must be that, or what it was. Without batches any more it stays as it is counted. Throws STOCK_IN_BATCHES, BAD_INPUT.
 */
export function stockColumns(deps: Pick<Deps, 'now' | 'config'>, row: Stored, said: ProductChange) {
  const there = parseBatches(row.batches)
  const batches = said.batches === undefined ? there : statedBatches(there ?? [], said.batches)
  if (said.batches) checkPacked(said.batches, indianDay(deps.now()))
  if (!batches || batches.length === 0) return { ...(there && noBatches), ...countColumns(row, said.stock) }
  const columns = batchColumns(row, batches, sellingDay(deps))
  if (said.stock !== undefined && said.stock !== row.stock && said.stock !== columns.stock) throw stockInBatches()
  return columns
}

/** New stock puts a product that is sold out on sale. */
const countColumns = (row: Stored, stock: number | null | undefined) =>
  stock === undefined ? {} : stockAfter(row, stock, row.in_stock === 1 || row.resting === 1 || row.stock === 0)

function checkPacked(batches: readonly { packedOn: string }[], today: string) {
  const later = batches.findIndex(({ packedOn }) => packedOn > today)
  if (later >= 0) throw badInput({ [`batches.${later}.packedOn`]: catalogMessage('BATCH_PACKED_LATER') })
}
