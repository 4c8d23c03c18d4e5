import { formatDay, readDay } from '#shared/day.ts'

interface NotedBatch {
  number: string
  bestBefore: string
}

/** 12 March 2027 */
export const dayOfBatch = (day: string) => formatDay(readDay(day))

/** Who packs reads from which batch pieces are to come: "Batch MP-1, best before 12 March 2027", with the pieces of each where there are several. */
export const batchesText = (batches: readonly (NotedBatch & { quantity: number })[]) =>
  batches
    .map(({ number, bestBefore, quantity }) => {
      const of = batches.length > 1 ? `${quantity} of batch ${number}` : `Batch ${number}`
      return `${of}, best before ${dayOfBatch(bestBefore)}`
    })
    .join('; ')

/** "Best before 12 March 2027"; the earliest day of several. */
export function bestBeforeText(batches: readonly Pick<NotedBatch, 'bestBefore'>[]) {
  const [first] = batches.map(({ bestBefore }) => bestBefore).toSorted()
  return first === undefined ? undefined : `Best before ${dayOfBatch(first)}`
}

/** The same batches of several lines, each once. */
export function joinBatches(lines: readonly (readonly (NotedBatch & { quantity: number })[])[]) {
  const byNumber = Map.groupBy(lines.flat(), ({ number }) => number)
  return [...byNumber.values()].flatMap((some) => {
    const [first] = some
    return first ? { ...first, quantity: some.reduce((sum, { quantity }) => sum + quantity, 0) } : []
  })
}

export const ownParcelText = 'Food travels in a parcel of its own.'
