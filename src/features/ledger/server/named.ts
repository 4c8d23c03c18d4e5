import type { Tx } from '#kernel/db/database.ts'
import type { NewEntry } from './entries.ts'

type Of = Pick<NewEntry, 'producerId' | 'order' | 'line'>

/** Entries that may show their maker: the maker agreed, or there is none. An entry of a whole order, which could tell a line's price, needs all. */
export async function findNamed(tx: Tx, entries: readonly Of[]) {
  const orders = entries.flatMap(({ order, line }) => (order !== null && line === null ? [order.id] : []))
  const lines =
    orders.length === 0
      ? []
      : await tx
          .selectFrom('order_lines')
          .select(['order_id', 'producer_id'])
          .where('order_id', 'in', [...new Set(orders)])
          .where('producer_id', 'is not', null)
          .execute()
  const makersOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const ids = [...entries.map(({ producerId }) => producerId), ...lines.map(({ producer_id }) => producer_id)]
  const agreed = await findAgreed(tx, [...new Set(ids.filter((id) => id !== null))])
  return ({ producerId, order, line }: Of) => {
    if (producerId !== null) return agreed.has(producerId)
    if (order === null || line !== null) return true
    return (makersOf.get(order.id) ?? []).every(({ producer_id }) => producer_id !== null && agreed.has(producer_id))
  }
}

async function findAgreed(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await tx
    .selectFrom('producers')
    .select('id')
    .where('id', 'in', ids)
    .where('ledger_consent', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
