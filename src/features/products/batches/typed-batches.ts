import { type Batch, MAX_BATCHES } from '#features/catalog/batches/batches.rules.ts'
import { dayOfBatch } from '#features/catalog/batches/batches.texts.ts'
import { catalogEn } from '#features/catalog/catalog.words.en.ts'
import { isDay } from '#shared/day.ts'

/** A batch as the seller types it. */
export interface TypedBatch {
  number: string
  packedOn: string
  bestBefore: string
  stock: string
  /** The stock that was shown; missing: the batch is new. */
  was?: string
}
export const batchCells = ['number', 'stock', 'packedOn', 'bestBefore'] as const
export type BatchCell = (typeof batchCells)[number]

export const newBatch: TypedBatch = { number: '', packedOn: '', bestBefore: '', stock: '' }

/** In a form all batches are one text, which others can compare; empty: none. */
export const readTypedBatches = (text: string): TypedBatch[] => (text === '' ? [] : JSON.parse(text))
export const writeTypedBatches = (batches: readonly TypedBatch[]) =>
  batches.length === 0 ? '' : JSON.stringify(batches)

export const typedBatches = (batches: readonly Batch[] | undefined) =>
  writeTypedBatches(
    (batches ?? []).map(({ stock, ...batch }) => ({ ...batch, stock: String(stock), was: String(stock) })),
  )

/** "MP-1: 12 pieces, best before 12 March 2027", a line for each. */
export const typedBatchesText = (text: string) =>
  readTypedBatches(text)
    .map(({ number, bestBefore, stock }) => {
      const pieces = `${stock} ${stock === '1' ? 'piece' : 'pieces'}`
      return `${number}: ${pieces}${isDay(bestBefore) ? `, best before ${dayOfBatch(bestBefore)}` : ''}`
    })
    .join('\n')

/** What is sent. */
export const toBatches = (text: string) =>
  readTypedBatches(text).map(({ was, stock, ...batch }) => ({
    ...{ ...batch, number: batch.number.trim(), stock: Number(stock) },
    ...(was === undefined ? {} : { was: Number(was) }),
  }))

const isCount = (typed: string) => /^\d{1,7}$/.test(typed.trim())

function cellProblem(batches: readonly TypedBatch[], at: number, cell: BatchCell) {
  const batch = batches[at] ?? newBatch
  const typed = batch[cell].trim()
  if (cell === 'number') {
    if (typed === '') return 'Enter the number of the batch'
    const isTwice = batches.slice(0, at).some(({ number }) => number.trim() === typed)
    return isTwice ? catalogEn.BATCH_TWICE({ number: typed }) : undefined
  }
  if (cell === 'stock') return isCount(typed) ? undefined : 'Enter the pieces as a whole number'
  if (!isDay(typed)) return 'Enter a day'
  const isLate = cell === 'bestBefore' && isDay(batch.packedOn) && typed <= batch.packedOn
  return isLate ? catalogEn.BATCH_BEST_BEFORE_PACKED : undefined
}

/** The mistakes that the browser can see, by row and cell as the API names them: "batches.0.stock". */
export function batchProblems(text: string) {
  const batches = readTypedBatches(text)
  return Object.fromEntries(
    batches.flatMap((_, at) =>
      batchCells.flatMap((cell) => {
        const problem = cellProblem(batches, at, cell)
        return problem === undefined ? [] : [[cellName(at, cell), problem] as const]
      }),
    ),
  )
}

export const cellName = (at: number, cell: BatchCell) => `batches.${at}.${cell}`

/** The first of them, for the form as a whole. */
export function typedBatchesProblem(text: string) {
  if (readTypedBatches(text).length > MAX_BATCHES) return catalogEn.TOO_MANY_BATCHES({ most: MAX_BATCHES })
  return Object.values(batchProblems(text))[0]
}
