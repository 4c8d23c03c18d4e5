import { batchesText, joinBatches } from '#features/catalog/batches/batches.texts.ts'
import type { Piece, PrintedParcel, PrintJob } from './print-job.ts'

export interface PickRow {
  name: string
  weight: string | null
  quantity: number
  /** From which batches they are to come, of a product in batches. */
  batches?: string
  /** "#1024, #1031×2" */
  orders: string
}

interface Wanted {
  piece: Piece
  orderNumber: number
}

const nameOrder = new Intl.Collator('en-IN', { numeric: true })
const byName = (one: { name: string }, other: { name: string }) => nameOrder.compare(one.name, other.name)

/** All pieces of a job: senders in parcel order, then producers and products by name. */
export function pickingOf({ parcels }: { parcels: PrintJob['parcels'] }) {
  const bySender = Map.groupBy(parcels, ({ senderId }) => senderId)
  const senders = [...bySender.values()].map((some) => ({ name: some[0]?.sender.name ?? '', makers: makersOf(some) }))
  return { pieces: parcels.reduce((sum, { pieces }) => sum + countPieces(pieces), 0), senders }
}

const countPieces = (pieces: readonly Piece[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0)

function makersOf(parcels: readonly PrintedParcel[]) {
  const wanted = parcels.flatMap(({ pieces, orderNumber }) => pieces.map((piece): Wanted => ({ piece, orderNumber })))
  const byMaker = Map.groupBy(wanted, ({ piece }) => piece.producer)
  const makers = [...byMaker].map(([producer, some]) => ({
    producer,
    name: producer ?? 'No producer named',
    picks: picksOf(some),
  }))
  return makers.toSorted(
    (one, other) => Number(one.producer === null) - Number(other.producer === null) || byName(one, other),
  )
}

function picksOf(wanted: readonly Wanted[]): PickRow[] {
  // A renamed product has a row for each name, as on the slips.
  const byProduct = Map.groupBy(wanted, ({ piece: { id, name, weight } }) => JSON.stringify([id, name, weight]))
  const picks = [...byProduct.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { name, weight } = first.piece
    const pieces = some.map(({ piece }) => piece)
    const batches = batchesText(joinBatches(pieces.map(({ batches: taken = [] }) => taken)))
    return [{ name, weight, ...(batches !== '' && { batches }), quantity: countPieces(pieces), orders: ordersOf(some) }]
  })
  return picks.toSorted(byName)
}

/** The orders with these pieces, in the order of placing. */
function ordersOf(wanted: readonly Wanted[]) {
  const byOrder = Map.groupBy(wanted, ({ orderNumber }) => orderNumber)
  return [...byOrder]
    .toSorted(([one], [other]) => one - other)
    .map(([number, some]) => [number, countPieces(some.map(({ piece }) => piece))] as const)
    .map(([number, count]) => (count === 1 ? `#${number}` : `#${number}×${count}`))
    .join(', ')
}
