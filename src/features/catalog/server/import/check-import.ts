import { setImmediate } from 'node:timers/promises'
import type { Db } from '#kernel/db/database.ts'
import { BrokenCsv, readCsv } from '#kernel/http/csv.ts'
import { badInput } from '#shared/app-error.ts'
import { MAX_IMPORT_LINES, MAX_TOLD_ERRORS, type ProductImport } from '../../product-imports.contract.ts'
import { type Column, importHeading, neededToAdd } from './import-columns.ts'
import {
  type CheckedLine,
  checkLine,
  findColumns,
  problemsOf,
  type ReadLine,
  type RowError,
  readCells,
} from './import-lines.ts'
import { createFinder, type KnownProduct, knownProducers } from './known-products.ts'
import type { PictureZip } from './picture-zip.ts'

/** Lines, and about how many characters of them, that are looked up and put aside together. */
const BATCH_LINES = 250
const BATCH_CHARACTERS = 256 * 1024
/** Lines checked before others get their turn. */
const LINES_AT_ONCE = 25

interface Batch {
  lines: readonly CheckedLine[]
  /** How many lines of the file have been read, and whether all of them were right so far. */
  read: number
  isRight: boolean
}

interface Checked {
  lines: number
  columns: Column[]
  /** The first MAX_TOLD_ERRORS by row; what ends the reading stands before them. */
  errors: ProductImport['errors']
  badLines: number
  /** It is no CSV of products, or not to its end. */
  isBroken: boolean
}

interface File {
  csv: Buffer
  /** The pictures that came with it. */
  zip?: PictureZip | undefined
  /** When its first product was made; each further one is a millisecond older. */
  newest: number
}

/**
 * Reads a file and checks each line, by itself and against the shop. `keep` gets the lines that are right as they are read, those of a
 * wrong file too: it is known to be right only at its end.
 */
export async function checkImport(
  db: Db,
  { csv, zip, newest }: File,
  keep: (batch: Batch) => Promise<void>,
): Promise<Checked> {
  const result: Checked = { lines: 0, columns: [], errors: [], badLines: 0, isBroken: false }
  const producers = await knownProducers(db)
  const findProducts = createFinder(db)
  let columns: (Column | undefined)[] | undefined
  let batch: ReadLine[] = []
  let characters = 0

  async function endBatch() {
    const heading = columns ?? []
    const productOf = batch.length > 0 ? await findProducts(batch) : undefined
    const right: CheckedLine[] = []
    const wrong: RowError[] = []
    for (const [at, line] of batch.entries()) {
      const problems = await problemsOf(line.row, line.cell, () => {
        const product = productOf?.(line)
        const checked = checkLine(line, heading, product)
        checkProducer(checked, product, producers)
        checkPictures(checked, zip)
        right.push(checked)
      })
      wrong.push(...problems)
      if (at % LINES_AT_ONCE === 0) await setImmediate()
    }
    result.errors.push(...wrong.slice(0, MAX_TOLD_ERRORS - result.errors.length))
    result.badLines += batch.length - right.length
    await keep({ lines: right, read: result.lines, isRight: result.badLines === 0 })
    batch = []
    characters = 0
  }

  try {
    for await (const { row, cells } of readCsv(csv)) {
      if (!columns) {
        columns = readHeading(cells)
        continue
      }
      result.lines += 1
      if (result.lines > MAX_IMPORT_LINES) throw new BrokenCsv(row, 'Import at most 20,000 products at once')
      batch.push({ row, cell: readCells(cells, columns), cells, createdAt: newest - result.lines })
      characters += cells.reduce((sum, text) => sum + text.length, 0)
      if (result.lines % BATCH_LINES === 0 || characters >= BATCH_CHARACTERS) await endBatch()
    }
    if (result.lines === 0) throw new BrokenCsv(1, 'There is no product in this file')
    await endBatch()
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    await endBatch()
    result.errors.unshift({ row: error.row, message: error.message })
    result.badLines += 1
    result.isBroken = true
  }
  result.columns = (columns ?? []).filter((name) => name !== undefined)
  return result
}

/** Throws BrokenCsv where no row could be understood. */
function readHeading(cells: readonly string[]) {
  const columns = findColumns(cells)
  const missing = neededToAdd.filter((name) => !columns.includes(name))
  const namesProducts = columns.includes('id') || columns.includes('sku')
  if (missing.length > 0 && !namesProducts) {
    const changes = 'To change products, add the column sku or id'
    throw new BrokenCsv(1, `The first row has to name the columns. Missing: ${missing.join(', ')}. ${changes}`)
  }
  if (columns.every((name) => name === undefined || name === 'id' || name === 'sku') && !columns.includes('sku'))
    throw new BrokenCsv(1, 'There is nothing but ids in this file. Add the columns that are to change')
  const twice = importHeading.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
  if (twice) throw new BrokenCsv(1, `The first row names ${twice} twice`)
  return columns
}

/** Throws BAD_INPUT for a producer that there is not, or that may get no more products. */
function checkProducer(
  { producer_id }: CheckedLine,
  product: KnownProduct | undefined,
  producers: ReadonlyMap<string, boolean>,
) {
  if (producer_id === null) return
  const isSuspended = producers.get(producer_id)
  if (isSuspended === undefined) throw badInput({ producer: 'There is no approved producer with this id' })
  if (isSuspended && product?.producer_id !== producer_id) throw badInput({ producer: 'This producer is suspended' })
}

/** Throws BAD_INPUT for a picture that did not come along. */
function checkPictures({ pictures }: CheckedLine, zip: PictureZip | undefined) {
  if (pictures.length === 0) return
  if (!zip) throw badInput({ pictures: 'Send the zip with these pictures too, or take the column out of the file' })
  for (const name of pictures) {
    const problem = zip.problemOf(name)
    if (problem) throw badInput({ pictures: problem })
  }
}
