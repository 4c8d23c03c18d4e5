import { indianDay, readDay } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'
import type { DeliveryDays } from '../catalog.delivery.ts'

export const MAX_BATCHES = 50
export const MAX_BATCH_NUMBER = 40

/** Goods of this category come in batches as a rule. */
export const isUsuallyInBatches = (category: string) => category === 'Food-Spices'

/** Days are 'YYYY-MM-DD'. */
export interface Batch {
  /** What stands on its pieces; once in a product. */
  number: string
  packedOn: string
  bestBefore: string
  /** Pieces that are there. */
  stock: number
}

/** What a line of an order took of one batch. */
export interface TakenBatch extends Omit<Batch, 'stock'> {
  pieces: number
  /** Of these: came back into the batch. */
  back: number
  /** Of these: lost, or came back and could not be sold. */
  off: number
}

/** Of the life of a batch so much must be left, in tenths, but never more than so many days. */
const LEAST_TENTHS = 3
const LEAST_DAYS = 45

const daysBetween = (from: string, to: string) => Math.round((readDay(to).getTime() - readDay(from).getTime()) / DAY_MS)

/** The day on which an order of now has arrived, by its product's own promise. */
export const lastPromisedDay = (days: DeliveryDays, now: Date) => indianDay(now, days.to)

/** On its last promised day a piece has at least 45 days left, or 30% of its life where that is shorter. */
export function maySell({ packedOn, bestBefore }: Omit<Batch, 'stock' | 'number'>, lastDay: string) {
  const left = daysBetween(lastDay, bestBefore) * 10
  return left >= Math.min(LEAST_DAYS * 10, daysBetween(packedOn, bestBefore) * LEAST_TENTHS)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The oldest first: the one that is best before the earliest day. */
export const oldestFirst = (a: Omit<Batch, 'stock'>, b: Omit<Batch, 'stock'>) =>
  compare(a.bestBefore, b.bestBefore) || compare(a.packedOn, b.packedOn) || compare(a.number, b.number)

/** Batches with pieces to sell, the oldest first. */
const onSale = (batches: readonly Batch[], lastDay: string) =>
  batches.filter((batch) => batch.stock > 0 && maySell(batch, lastDay)).toSorted(oldestFirst)

/** Pieces that may be sold. */
export const countOnSale = (batches: readonly Batch[], lastDay: string) =>
  onSale(batches, lastDay).reduce((sum, { stock }) => sum + stock, 0)

/** The batch of the piece that is sold next. */
export const nextOnSale = (batches: readonly Batch[], lastDay: string) => onSale(batches, lastDay)[0]

const sameNumber = (number: string) => (batch: { number: string }) => batch.number === number

/** Takes pieces that may be sold, the oldest first. Undefined where there are not so many. */
export function takeOldest(batches: readonly Batch[], pieces: number, lastDay: string) {
  let open = pieces
  const taken: TakenBatch[] = []
  for (const { stock, ...batch } of onSale(batches, lastDay)) {
    const some = Math.min(stock, open)
    if (some > 0) taken.push({ ...batch, pieces: some, back: 0, off: 0 })
    open -= some
  }
  if (open > 0) return undefined
  const left = batches.map((batch) => {
    const { pieces = 0 } = taken.find(sameNumber(batch.number)) ?? {}
    return { ...batch, stock: batch.stock - pieces }
  })
  return { batches: left, taken }
}

/** What a line took before, and once more for an exchange. */
export const takenTogether = (before: readonly TakenBatch[], more: readonly TakenBatch[]) => [
  ...before.map((batch) => ({ ...batch, pieces: batch.pieces + (more.find(sameNumber(batch.number))?.pieces ?? 0) })),
  ...more.filter(({ number }) => !before.some(sameNumber(number))),
]

const outOf = ({ pieces, back, off }: TakenBatch) => pieces - back - off

/** Moves pieces of a line between out, back and off: `of` says how many of a batch can move, `moved` what it is then. The oldest go first. */
function move(
  taken: readonly TakenBatch[],
  pieces: number,
  of: (batch: TakenBatch) => number,
  moved: (batch: TakenBatch, some: number) => TakenBatch,
) {
  let open = pieces
  const after = new Map<string, TakenBatch>()
  for (const batch of taken.toSorted(oldestFirst)) {
    const some = Math.min(of(batch), open)
    open -= some
    after.set(batch.number, moved(batch, some))
  }
  return { taken: taken.map((batch) => after.get(batch.number) ?? batch), open }
}

/** Pieces that are lost, or came back and cannot be sold. */
export const writeOff = (taken: readonly TakenBatch[], pieces: number) =>
  move(taken, pieces, outOf, (batch, some) => ({ ...batch, off: batch.off + some })).taken

/** Pieces that were written off as lost, and are found. */
export const find = (taken: readonly TakenBatch[], pieces: number) =>
  move(
    taken,
    pieces,
    ({ off }) => off,
    (batch, some) => ({ ...batch, off: batch.off - some }),
  ).taken

/**
 * Puts good pieces of a line back into their batches, those of the oldest first, as nobody knows of which batch they are. What may not be sold any
 * more is written off; a batch that is not in the list any more comes into it again. `open`: pieces that the line took of no batch. `stayed`: they never
 * left the shop, and lie with the others of their batch, whether these may be sold or not.
 */
export function putBack(
  batches: readonly Batch[],
  taken: readonly TakenBatch[],
  pieces: number,
  { lastDay, stayed = false }: { lastDay: string; stayed?: boolean },
) {
  const after = batches.map((batch) => ({ ...batch }))
  let writtenOff = 0
  const moved = move(taken, pieces, outOf, (batch, some) => {
    if (some === 0) return batch
    const { pieces: _, back: __, off: ___, ...noted } = batch
    const there = after.find(sameNumber(batch.number))
    if (!(there && stayed) && !maySell(there ?? noted, lastDay)) {
      writtenOff += some
      return { ...batch, off: batch.off + some }
    }
    if (there) there.stock += some
    else after.push({ ...noted, stock: some })
    return { ...batch, back: batch.back + some }
  })
  return { batches: after, ...moved, writtenOff }
}

/** What a seller states over what is there: `was` is the stock that the seller saw, so a stock is changed by the difference, never below 0. */
export const statedBatches = (
  there: readonly Batch[],
  said: readonly (Batch & { was?: number | undefined })[],
): Batch[] =>
  said.map(({ was, ...batch }) => {
    const now = was === undefined ? undefined : there.find(sameNumber(batch.number))
    return now ? { ...batch, stock: Math.max(0, now.stock + batch.stock - (was ?? 0)) } : batch
  })

/** The batches of pieces that are with the shopper or in the shop's hands, else all that the line took. */
export function shownBatches(taken: readonly TakenBatch[]) {
  const out = taken.filter((batch) => outOf(batch) > 0)
  return out.length > 0 ? out.map((batch) => ({ ...batch, pieces: outOf(batch) })) : [...taken]
}
