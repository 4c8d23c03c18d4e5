import { isInTimeToReturn, lastReturnDay } from '#features/catalog/catalog.returns.ts'
import { holdsPieces } from '#features/orders/returns.states.ts'
import { readQuantities } from '#features/orders/server/line-pieces.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { notDelivered, notReturnable, tooLateToReturn } from '../returns.contract.ts'

/**
 * Lines with the pieces that can still be returned (once each, never refunded ones), or the reason for none (`refusal`). `count`: the order's
 * returns.
 */
export async function returnableLines(deps: Pick<Deps, 'config' | 'now'>, db: Db, orderId: string) {
  const [lines, returns, refunds] = await Promise.all([
    db
      .selectFrom('order_lines')
      .leftJoin('parcels', (join) =>
        join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
      )
      .select(['position', 'product_id', 'name', 'quantity', 'refunded', 'returnable'])
      .select(['parcels.status as parcel_status', 'parcels.delivered_at'])
      .where('order_lines.order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    db.selectFrom('returns').select(['id', 'state', 'quantities', 'came']).where('order_id', '=', orderId).execute(),
    db
      .selectFrom('refunds')
      .select(['return_id', 'quantities'])
      .where('order_id', '=', orderId)
      .where('return_id', 'is not', null)
      .where('state', '!=', 'failed')
      .execute(),
  ])
  const holding = returns.filter(({ state }) => holdsPieces(state))
  // Pieces that did not come can be asked for again.
  const held = countPieces(holding.map(({ quantities, came }) => ({ quantities: came ?? quantities })))
  // Refunds for returns are counted already.
  const holds = new Set(holding.map(({ id }) => id))
  const refundedFor = countPieces(refunds.filter(({ return_id }) => holds.has(return_id ?? '')))
  return {
    count: returns.length,
    lines: lines.map((line) => {
      const { position, product_id, name, quantity, refunded } = line
      const otherwise = Math.max(0, refunded - (refundedFor.get(position) ?? 0))
      const left = Math.max(0, quantity - (held.get(position) ?? 0) - otherwise)
      return { position, product_id, name, left, refusal: refusalOf(deps, line) }
    }),
  }
}

/** Pieces of each line in these returns or refunds. */
function countPieces(returns: readonly { quantities: string }[]) {
  const counts = new Map<number, number>()
  for (const one of returns)
    for (const [position, pieces] of readQuantities(one)) counts.set(position, (counts.get(position) ?? 0) + pieces)
  return counts
}

interface Line {
  name: string
  returnable: number
  parcel_status: string | null
  delivered_at: number | null
}

function refusalOf({ config, now }: Pick<Deps, 'config' | 'now'>, line: Line) {
  const { name, returnable, parcel_status, delivered_at } = line
  const { returnDays, supportEmail } = config
  if (parcel_status !== 'Delivered' || delivered_at === null) return notDelivered({ name })
  if (returnable === 0) return notReturnable({ name, supportEmail })
  const delivered = new Date(delivered_at)
  if (isInTimeToReturn(delivered, returnDays, now())) return undefined
  return tooLateToReturn({ name, last: lastReturnDay(delivered, returnDays), supportEmail })
}
