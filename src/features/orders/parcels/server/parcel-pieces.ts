import type { Db } from '#kernel/db/database.ts'
import { readQuantities } from '../../server/line-pieces.ts'
import type { ParcelRow } from './parcel-answer.ts'

/** Lines in a parcel with their pieces: whole lines, or in an exchange what is sent once more. */
export function piecesIn<Line extends { position: number; parcel: number; quantity: number }>(
  { number, quantities }: Pick<ParcelRow, 'number' | 'quantities'>,
  lines: readonly Line[],
): Line[] {
  if (quantities === null) return lines.filter(({ parcel }) => parcel === number)
  const pieces = readQuantities({ quantities })
  return lines.flatMap((line) => {
    const quantity = pieces.get(line.position) ?? 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The pieces of each of these parcels of one order, by parcel id. */
export async function piecesOfParcels(db: Db, parcels: readonly ParcelRow[]) {
  const [first] = parcels
  if (!first) return new Map<string, { name: string; quantity: number }[]>()
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'parcel', 'name', 'quantity'])
    .where('order_id', '=', first.order_id)
    .orderBy('position')
    .execute()
  return new Map(parcels.map((parcel) => [parcel.id, piecesIn(parcel, lines)]))
}
