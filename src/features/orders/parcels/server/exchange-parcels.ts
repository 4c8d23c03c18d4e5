import { type SellingDay, sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { NO_MONEY } from '#shared/money.ts'
import { message } from '../../orders.messages.ts'
import { goodsAfter, moveOf, type ParcelMove } from '../../orders.moves.ts'
import { parcelKey } from '../../orders.shares.ts'
import { findPieces, settlePieces } from '../../place/server/goods-back.ts'
import { asColumns, atMost, countPieces, piecesOut, readQuantities } from '../../server/line-pieces.ts'
import { type By, recordEvent } from '../../server/order-history.ts'
import type { LockedOrder } from '../../server/order-row.ts'
import { parcelCode } from '../parcels.states.ts'
import { followParcels } from './follow-parcels.ts'
import { markParcels } from './mark-parcels.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { everyParcelOf } from './parcel-rows.ts'
import { parcelToken } from './parcel-token.ts'
import type { ParcelStep } from './step-parcels.ts'

declare module '#kernel/deps.ts' {
  interface Deps {
    /** Returns' part in a moved exchange parcel: a mail, or the return is open again. */
    exchangeMoved: (deps: Deps, tx: Tx, order: LockedOrder, parcel: ParcelRow, to: ParcelStep['to']) => Promise<void>
  }
}

/** Writes a free parcel for each sender of the pieces that a locked order sends once more. `pieces` is by the lines' positions. */
export async function writeExchange(
  tx: Tx,
  order: LockedOrder,
  { returnId, pieces }: { returnId: string; pieces: ReadonlyMap<number, number> },
  by: By,
  now: Date,
) {
  const all = await everyParcelOf(tx, order.id)
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'parcel', 'batches'])
    .where('order_id', '=', order.id)
    .where('position', 'in', [...pieces.keys()])
    .orderBy('position')
    .execute()
  const last = Math.max(...all.map(({ number }) => number))
  const senderOf = (line: { parcel: number }) => {
    const sent = all.find(({ number }) => number === line.parcel)
    return sent?.sender === null ? null : (sent?.sender_id ?? null)
  }
  const together = Map.groupBy(lines, (line) => parcelKey({ sender: senderOf(line), isFood: line.batches !== null }))
  const rows = [...together.values()].map((own, at) => {
    const [first] = own
    const sender_id = first ? senderOf(first) : null
    const sender = all.find((parcel) => parcel.sender !== null && parcel.sender_id === sender_id)?.sender ?? null
    const { quantities } = asColumns(new Map(own.map(({ position }) => [position, pieces.get(position) ?? 0])))
    return {
      ...{ id: newId(), order_id: order.id, number: last + 1 + at, status: 'To pack' as const },
      ...{ return_id: returnId, quantities, sender_id: sender === null ? null : sender_id, sender },
      ...{ cash_paise: NO_MONEY, token: parcelToken(), confirmed_at: now.getTime() },
      ...{ courier: null, tracking_number: null, tracking_key: null, tracking_url: null },
    }
  })
  await tx.insertInto('parcels').values(rows).execute()
  const parcels = rows.map(({ number }) => parcelCode(order.number, number))
  await recordEvent(tx, order.id, by, message('RETURN_SENT_AGAIN', { parcels }), now)
}

/** Moves an exchange parcel, settles its goods and tells its return. Gives the order as it is then. */
export async function stepExchange(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  parcel: ParcelRow,
  { to, good }: Pick<ParcelStep, 'to' | 'good'>,
  by: By,
): Promise<LockedOrder> {
  const now = deps.now()
  const move = moveOf(parcel.status, to)
  await markParcels(tx, { moved: [parcel], to, good }, now)
  const isGood = await settleExchange(tx, order.id, parcel, move, { good, day: sellingDay(deps) })
  const isWrittenOff = to === 'Returned' && !isGood
  if (isWrittenOff) await tx.updateTable('parcels').set({ restocked: 0 }).where('id', '=', parcel.id).execute()
  const happened = message('EXCHANGE_BECAME', { parcel: parcel.number, status: to, isWrittenOff })
  const led = { parcel: parcel.number, parcelStatus: to }
  await recordEvent(tx, order.id, by, happened, now, led)
  await deps.exchangeMoved(deps, tx, order, parcel, to)
  return followParcels(deps, tx, order)
}

/** Puts its goods in stock or writes them off; what came back with another parcel is settled already. Gives whether they are as good as was said. */
async function settleExchange(
  tx: Tx,
  orderId: string,
  parcel: ParcelRow,
  move: ParcelMove,
  { good, day }: { good: boolean; day: SellingDay },
) {
  const goods = goodsAfter(move, good)
  if (!goods) return good
  const pieces = readQuantities({ quantities: parcel.quantities ?? '{}' })
  const stayed = move.effects.includes('goods back')
  if (stayed) await countPieces(tx, orderId, 'sent_again', pieces, -1)
  if (move.effects.includes('goods found')) {
    const found = await atMost(tx, orderId, pieces, ({ written_off }) => written_off)
    await findPieces(tx, orderId, found)
  }
  const open = await atMost(tx, orderId, pieces, piecesOut)
  const back = await settlePieces(tx, orderId, open, { good: goods === 'in stock', stayed, day })
  return [...open.values()].some((count) => count > 0) ? back > 0 : good
}
