import { getOrderRowOfUser } from '#features/orders/server/order-row.ts'
import type { Db } from '#kernel/db/database.ts'
import { markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import type { OrderEntry } from '../order-entries.contract.ts'
import { writeEntry, writeOpening } from './entry-csv.ts'
import { readEntries } from './ledger-orders.ts'

/** Throws ORDER_NOT_FOUND, for somebody else's too. */
export async function getOrderEntries(db: Db, shopperId: string, id: string) {
  const { number } = await getOrderRowOfUser(db, shopperId, id)
  const [entries, lines] = await Promise.all([
    readEntries(db, [id]),
    db.selectFrom('order_lines').select(['position', 'name']).where('order_id', '=', id).execute(),
  ])
  const names = new Map(lines.map(({ position, name }) => [position + 1, name]))
  return {
    order: { _id: id, number, ...markDemo(await readDemoMonth(db), 'orders', number) },
    entries: (entries.get(id) ?? []).map((row): OrderEntry => {
      const piece = row.line === null ? undefined : names.get(row.line)
      return {
        ...{ number: row.number, at: new Date(row.at), kind: row.kind, quantity: row.quantity, tax: row.tax_paise },
        ...(piece === undefined ? {} : { piece }),
        shares: {
          maker: row.maker_paise,
          costs: row.costs_paise,
          producer: row.producer_paise,
          community: row.community_paise,
          shop: row.shop_paise,
        },
        row: writeEntry(row),
        hash: row.hash,
        ...(row.salt === null ? {} : { opening: writeOpening(row.salt, row) }),
      }
    }),
  }
}
