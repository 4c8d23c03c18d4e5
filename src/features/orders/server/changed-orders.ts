import type { Shop } from '#kernel/background.ts'
import { changedOrders, changedParcels, openJournal } from '../journal/server/changes.ts'
import { toParcel } from '../parcels/server/parcel-answer.ts'
import { lineCount, type OrderReader, withLines } from './order-answer.ts'

const CHANGES_AT_ONCE = 100

interface Asked {
  since: string
  limit?: number | undefined
}

type Needed = OrderReader & Shop

/** Orders that changed since a cursor, for programs. Throws CURSOR_NOT_VALID. */
export async function listChangedOrders(
  deps: Needed,
  { since, limit = CHANGES_AT_ONCE, lines }: Asked & { lines?: number | undefined },
) {
  const { db } = deps
  const journal = await openJournal(deps, since)
  const changed = await changedOrders(db, journal.place, limit + 1)
  const shown = changed.slice(0, limit)
  const ids = shown.map(({ order_id }) => order_id)
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select(lineCount)
    .where('id', 'in', [...ids, ''])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    orders: await withLines(deps, inOrder, lines),
    cursor: journal.write(Number(shown.at(-1)?.place ?? journal.place)),
    more: changed.length > limit,
  }
}

/** Parcels that changed since a cursor, for programs. Throws CURSOR_NOT_VALID. */
export async function listChangedParcels(deps: Needed, { since, limit = CHANGES_AT_ONCE }: Asked) {
  const { db } = deps
  const journal = await openJournal(deps, since)
  const changed = await changedParcels(db, journal, limit + 1)
  const shown = changed.slice(0, limit)
  const rows = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .selectAll('parcels')
    .select('orders.number as order_number')
    .where('parcels.id', 'in', [...shown.map(({ id }) => id), ''])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', [...new Set(rows.map(({ order_id }) => order_id)), ''])
    .orderBy('position')
    .execute()
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const last = shown.at(-1)
  return {
    parcels: shown.flatMap(({ id }) => {
      const row = byId.get(id)
      if (!row) return []
      const order = { _id: row.order_id, number: row.order_number }
      return { ...toParcel(row, row.order_number, linesOf.get(row.order_id) ?? []), order }
    }),
    cursor: last ? journal.write(Number(last.place), last.number) : journal.write(journal.place, journal.parcel),
    more: changed.length > limit,
  }
}
