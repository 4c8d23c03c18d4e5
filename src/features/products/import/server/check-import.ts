import { setImmediate } from 'node:timers/promises'
import { familyPlaces } from '#features/catalog/families/server/family-places.ts'
import type { Db } from '#kernel/db/database.ts'
import { BrokenCsv, readCsv } from '#kernel/http/csv.ts'
import { badInput } from '#shared/app-error.ts'
import { textOf } from '#shared/messages.ts'
import { MAX_IMPORT_LINES, MAX_TOLD_ERRORS, type ProductImport } from '../../product-imports.contract.ts'
import { message } from '../../products.messages.ts'
import { movesFamilies, placeLine } from './family-columns.ts'
import type { Column } from './import-columns.ts'
import { type CheckedLine, checkLine, problemsOf, type ReadLine, type RowError, readCells } from './import-lines.ts'
import { createFinder, type KnownProduct, knownProducers } from './known-products.ts'
import type { PictureZip } from './picture-zip.ts'
import { isEmptyRow, readWholeFile, type UnreadColumn, type WholeFile } from './read-heading.ts'
import { createSkuDoubts } from './rewritten-skus.ts'

/** Lines, and about how many characters, checked and stored together. */
const BATCH_LINES = 250
const BATCH_CHARACTERS = 256 * 1024
/** Others have a turn after so many lines. */
const LINES_AT_ONCE = 25

interface Batch {
  lines: readonly CheckedLine[]
  /** Lines read, and whether all are right so far. */
  read: number
  isRight: boolean
}

interface Checked {
  lines: number
  columns: Column[]
  unread: readonly UnreadColumn[]
  /** The first MAX_TOLD_ERRORS by row, after the one that ended the reading. */
  errors: ProductImport['errors']
  badLines: number
  /** No CSV of products, at least not to its end. */
  isBroken: boolean
}

interface File {
  csv: Buffer
  zip?: PictureZip | undefined
  /** Creation of its first product; each next one is a millisecond older. */
  newest: number
  /** May only products be on sale that state what their category asks for? */
  factsRequired: boolean
}

/** Checks each line by itself and against the shop. `keep` gets right lines as they come; only the end shows whether the file is right. */
export async function checkImport(
  db: Db,
  { csv, zip, newest, factsRequired }: File,
  keep: (batch: Batch) => Promise<void>,
): Promise<Checked> {
  const result: Checked = { lines: 0, columns: [], unread: [], errors: [], badLines: 0, isBroken: false }
  const producers = await knownProducers(db)
  const findProducts = createFinder(db)
  const doubtSku = createSkuDoubts(db)
  const places = familyPlaces(db)
  const isFile = (name: string) => zip?.has(name) ?? false
  let whole: WholeFile | undefined
  let batch: ReadLine[] = []
  let characters = 0

  async function endBatch() {
    const { columns = [], sign } = whole ?? {}
    const known = columns.filter((name) => name !== undefined)
    const productOf = batch.length > 0 ? await findProducts(batch) : undefined
    const right: CheckedLine[] = []
    const wrong: RowError[] = []
    for (const [at, line] of batch.entries()) {
      const problems = await problemsOf(line.row, line.cell, async () => {
        const product = productOf?.(line)
        const checked = checkLine(line, { columns, product, sign, isFile, factsRequired })
        if (!product && checked.sku !== null) await doubtSku(checked.sku)
        checkProducer(checked, product, producers)
        checkPictures(checked, zip)
        if (movesFamilies(known)) checked.family = (await placeLine(places, checked, product, known)).family
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
    whole = await readWholeFile(csv)
    for await (const { row, cells } of readCsv(csv)) {
      if (row <= whole.headingRow || isEmptyRow(cells)) continue
      result.lines += 1
      if (result.lines > MAX_IMPORT_LINES)
        throw new BrokenCsv(row, message('IMPORT_TOO_MANY_PRODUCTS', { most: MAX_IMPORT_LINES }))
      batch.push({ row, cell: readCells(cells, whole.columns), cells, createdAt: newest - result.lines })
      characters += cells.reduce((sum, text) => sum + text.length, 0)
      if (result.lines % BATCH_LINES === 0 || characters >= BATCH_CHARACTERS) await endBatch()
    }
    if (result.lines === 0) throw new BrokenCsv(1, message('IMPORT_WITHOUT_PRODUCTS'))
    await endBatch()
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    await endBatch()
    result.errors.unshift({ row: error.row, message: textOf(error.says) })
    result.badLines += 1
    result.isBroken = true
  }
  result.columns = (whole?.columns ?? []).filter((name) => name !== undefined)
  result.unread = whole?.unread ?? []
  return result
}

/** Throws BAD_INPUT for an unknown producer, or one that gets no more products. */
function checkProducer(
  { producer_id }: CheckedLine,
  product: KnownProduct | undefined,
  producers: ReadonlyMap<string, boolean>,
) {
  if (producer_id === null) return
  const isSuspended = producers.get(producer_id)
  if (isSuspended === undefined) throw badInput({ producer: message('ROW_PRODUCER_UNKNOWN') })
  if (isSuspended && product?.producer_id !== producer_id)
    throw badInput({ producer: message('ROW_PRODUCER_SUSPENDED') })
}

/** Throws BAD_INPUT for a missing picture. */
function checkPictures({ pictures }: CheckedLine, zip: PictureZip | undefined) {
  if (pictures.length === 0) return
  if (!zip) throw badInput({ pictures: message('ROW_PICTURES_WITHOUT_ZIP') })
  for (const name of pictures) {
    const problem = zip.problemOf(name)
    if (problem) throw badInput({ pictures: problem })
  }
}
