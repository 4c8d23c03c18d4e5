import type { Db } from '#kernel/db/database.ts'
import { type OrderSearch, readOrderSearch } from '../order-search.ts'
import { trackingKey } from '../parcels/parcels.states.ts'

/** Reads a search, with the order of a parcel that has this tracking number. */
export async function findSearched(db: Db, q: string): Promise<OrderSearch | undefined> {
  const search = readOrderSearch(q)
  if (!search || search.words.length === 0) return search
  const tracked = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select('orders.number')
    .where('tracking_key', '=', trackingKey(q))
    .execute()
  return tracked.length > 0 ? { words: [], numbers: tracked.map(({ number }) => number) } : search
}
