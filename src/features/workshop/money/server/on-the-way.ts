import type { Selectable } from 'kysely'
import { shareOfPieces } from '#features/ledger/ledger.entries.ts'
import { toLine } from '#features/ledger/server/ledger-orders.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { type Paise, paise, sumOf } from '#shared/money.ts'

/**
 * What the producer gets of pieces that a courier has now, whoever sent them, and in how many parcels these are. A parcel that is Shipped was never
 * delivered, so no sale of its lines is in the ledger. What was refunded or came back does not count, nor does an exchange, which brings nothing.
 */
export async function readOnTheWay(db: Db, producerId: string) {
  const rows = await ownShipped(db, producerId).execute()
  const bringing = rows
    .map((row) => ({ parcel: row.parcel_id, amount: amountOf(row) }))
    .filter(({ amount }) => amount > 0)
  return {
    amount: sumOf(bringing.map(({ amount }) => amount)),
    parcels: new Set(bringing.map(({ parcel }) => parcel)).size,
  }
}

/** Reads two indexes: of parcels by status, and of lines by producer and order. */
export const ownShipped = (db: Db, producerId: string) =>
  db
    .selectFrom('parcels')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'parcels.order_id').onRef('order_lines.parcel', '=', 'parcels.number'),
    )
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .selectAll('order_lines')
    .select('parcels.id as parcel_id')
    .where('parcels.status', '=', 'Shipped')
    .where('parcels.return_id', 'is', null)
    .where('order_lines.producer_id', '=', producerId)
    // Said twice, so that the few orders that are on their way are read, and not all that the producer ever sold.
    .where(
      'order_lines.order_id',
      'in',
      db.selectFrom('parcels as sent').select('order_id').where('status', '=', 'Shipped'),
    )
    // Orders from before the ledger never stand in it.
    .where('orders.ledger_salt', 'is not', null)

/** As the ledger will enter it: the share of all pieces, less the share of those that are back. */
function amountOf(row: Selectable<Tables['order_lines']>): Paise {
  const line = toLine(row)
  const back = Math.min(row.quantity, Math.max(row.refunded, row.restocked + row.written_off))
  const [all, gone] = [line.amounts, shareOfPieces(line, back)]
  return paise(all.maker + all.producer - gone.maker - gone.producer)
}
