import type { Db } from '#kernel/db/database.ts'

const UNKNOWN = 'A producer who is not known any more'

/** Names by id, also of producers whose record is gone: from their last ordered product. Others are left out. */
export async function findProducerNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const records = await db.selectFrom('producers').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(records.map(({ id, name }) => [id, name]))
  for (const id of ids) {
    if (names.has(id)) continue
    const ordered = await db
      .selectFrom('order_lines')
      .select('producer_name')
      .where('producer_id', '=', id)
      .orderBy('order_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (ordered) names.set(id, ordered.producer_name ?? UNKNOWN)
  }
  return names
}

export const nameOf = (names: ReadonlyMap<string, string>, id: string) => names.get(id) ?? UNKNOWN
