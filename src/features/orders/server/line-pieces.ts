import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'

/** Adds pieces to a count of lines (1) or takes them off (-1). `pieces` is by the lines' positions. */
export async function countPieces(
  tx: Tx,
  orderId: string,
  column: 'refunded' | 'credited' | 'restocked' | 'written_off' | 'faulty' | 'sent_again',
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

/** Pieces by the lines' positions, as a refund keeps them. */
export function asColumns(quantities: ReadonlyMap<number, number>) {
  const pieces = [...quantities.values()].reduce((sum, count) => sum + count, 0)
  return { quantities: JSON.stringify(Object.fromEntries(quantities)), pieces }
}

export function readQuantities({ quantities }: { quantities: string }) {
  const pieces: Record<string, number> = JSON.parse(quantities)
  return new Map(Object.entries(pieces).map(([position, count]) => [Number(position), count]))
}

interface SettledPieces {
  quantity: number
  restocked: number
  written_off: number
}

/** Limits pieces, by the lines' positions, to what `most` allows for each line. */
export async function atMost(
  db: Db,
  orderId: string,
  pieces: ReadonlyMap<number, number>,
  most: (line: SettledPieces) => number,
) {
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'quantity', 'restocked', 'written_off'])
    .where('order_id', '=', orderId)
    .where('position', 'in', [...pieces.keys()])
    .execute()
  return new Map(
    lines.map((line) => [line.position, Math.max(0, Math.min(pieces.get(line.position) ?? 0, most(line)))]),
  )
}

/** Pieces neither back in stock nor written off. */
export const piecesOut = ({ quantity, restocked, written_off }: SettledPieces) => quantity - restocked - written_off
