import { sampleProducers } from '#features/producers/sample-producers.ts'
import type { Db } from '#kernel/db/database.ts'
import { BrokenCsv, readCsv } from '#kernel/http/csv.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { MAX_IMPORT_LINES, MAX_TOLD_ERRORS, type ProductImport } from '../../seller-products.contract.ts'
import { productsHeading } from '../export-products.ts'
import { type Column, checkLine, findColumns, readCells, rowErrors, type StagedLine } from './import-lines.ts'

const needed: readonly Column[] = ['name', 'category', 'price', 'offerPrice']
/** Lines, and about how many characters of them, that are looked up and put aside together. */
const BATCH_LINES = 250
const BATCH_CHARACTERS = 256 * 1024

interface Batch {
  /** None of them, where the file has a mistake. */
  lines: readonly StagedLine[]
  /** How many lines of the file have been read. */
  read: number
}

type RowErrors = ProductImport['errors']

interface Checked {
  lines: number
  columns: Column[]
  /** The first MAX_TOLD_ERRORS by row; what ends the reading stands before them. */
  errors: RowErrors
  badLines: number
}

/** A line of the file that is right by itself. */
interface ReadLine {
  row: number
  cell: ReadonlyMap<Column, string>
  staged: StagedLine
}

/**
 * Reads a file and checks each line, by itself and against the shop. `keep` gets the lines as they are read, those of a wrong file
 * too: it is known to be right only at its end. `newest` is when its first product was made; each further one a millisecond earlier.
 */
export async function checkImport(
  db: Db,
  bytes: Buffer,
  newest: number,
  keep: (batch: Batch) => Promise<void>,
): Promise<Checked> {
  const result: Checked = { lines: 0, columns: [], errors: [], badLines: 0 }
  const producers = await knownProducers(db)
  const seen = new Set<string>()
  let columns: (Column | undefined)[] | undefined
  let batch: ReadLine[] = []
  let wrong: RowErrors = []
  let characters = 0

  async function endBatch() {
    wrong.push(...(await checkAgainstShop(db, batch, producers)))
    wrong.sort((a, b) => a.row - b.row)
    result.errors.push(...wrong.slice(0, MAX_TOLD_ERRORS - result.errors.length))
    result.badLines += new Set(wrong.map(({ row }) => row)).size
    await keep({ lines: result.badLines > 0 ? [] : batch.map(({ staged }) => staged), read: result.lines })
    batch = []
    wrong = []
    characters = 0
  }

  try {
    for await (const { row, cells } of readCsv(bytes)) {
      if (!columns) {
        columns = readHeading(cells)
        continue
      }
      result.lines += 1
      if (result.lines > MAX_IMPORT_LINES) throw new BrokenCsv(row, 'Import at most 20,000 products at once')
      const cell = readCells(cells, columns)
      try {
        const staged = checkLine(cells, columns, newest - result.lines)
        if (staged.is_new === 0 && seen.has(staged.id)) throw badInput({ id: 'This product stands in the file twice' })
        seen.add(staged.id)
        batch.push({ row, cell, staged })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        wrong.push(...rowErrors(row, cell, error.fields))
      }
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
  }
  result.columns = (columns ?? []).filter((name) => name !== undefined)
  return result
}

/** Throws BrokenCsv where a column is missing. */
function readHeading(cells: readonly string[]) {
  const columns = findColumns(cells)
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new BrokenCsv(1, `The first row has to name the columns. Missing: ${missing.join(', ')}`)
  const twice = productsHeading.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
  if (twice) throw new BrokenCsv(1, `The first row names ${twice} twice`)
  return columns
}

/** Approved producers and the samples: whether they are suspended, by id. */
async function knownProducers(db: Db) {
  const rows = await db
    .selectFrom('producer_applications')
    .select(['id', 'suspended_at'])
    .where('status', '=', 'approved')
    .execute()
  return new Map([
    ...sampleProducers.map(({ _id }) => [_id, false] as const),
    ...rows.map(({ id, suspended_at }) => [id, suspended_at !== null] as const),
  ])
}

/** What is wrong with lines that are right by themselves: products and producers that there are not. */
async function checkAgainstShop(db: Db, lines: readonly ReadLine[], producers: ReadonlyMap<string, boolean>) {
  const ids = lines.filter(({ staged }) => staged.is_new === 0).map(({ staged }) => staged.id)
  const rows =
    ids.length > 0 ? await db.selectFrom('products').select(['id', 'producer_id']).where('id', 'in', ids).execute() : []
  const producerOf = new Map(rows.map(({ id, producer_id }) => [id, producer_id]))
  return lines.flatMap(({ row, cell, staged }) => {
    const wrong: Record<string, string> = {}
    if (staged.is_new === 0 && !producerOf.has(staged.id)) wrong.id = 'There is no product with this id'
    const isSuspended = staged.producer_id === null ? false : producers.get(staged.producer_id)
    if (isSuspended === undefined) wrong.producer = 'There is no approved producer with this id'
    if (isSuspended && producerOf.get(staged.id) !== staged.producer_id) wrong.producer = 'This producer is suspended'
    return rowErrors(row, cell, wrong)
  })
}
