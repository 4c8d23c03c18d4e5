import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'

/** Counts pieces of lines (1), or takes them back (-1). `pieces` is by the lines' positions. */
export async function countPieces(
  tx: Tx,
  orderId: string,
  column: 'refunded' | 'credited' | 'restocked' | 'written_off' | 'faulty',
  pieces: ReadonlyMap<number, number>,
  direction: 1 | -1,
) {
  const changes = [...pieces].filter(([, count]) => count > 0)
  if (changes.length === 0) return
  const positions = changes.map(([position]) => position)
  const change = sql<number>`case ${sql.join(
    changes.map(([position, count]) => sql`when position = ${position} then cast(${direction * count} as integer)`),
    sql` `,
  )} else 0 end`
  await tx
    .updateTable('order_lines')
    .set({ [column]: sql`${sql.ref(column)} + ${change}` })
    .where('order_id', '=', orderId)
    .where('position', 'in', positions)
    .execute()
}
