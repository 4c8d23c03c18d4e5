import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { sampleProducers } from '#features/producers/producers.rules.ts'
import { BrokenCsv, type CsvRecord, readCsv } from '#server/csv.ts'
import type { Db, Tables } from '#server/db/database.ts'
import { takeTurns } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { checked } from '#server/implement.ts'
import { findHostileText } from '#server/security.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { foldText } from '#shared/text.ts'
import { MINUTE_MS } from '#shared/time.ts'
import {
  importNotFound,
  importRunning,
  MAX_IMPORT_LINES,
  MAX_TOLD_ERRORS,
  ProductData,
  ProductImport,
} from '../seller-products.contract.ts'
import { productsHeading } from './export-products.ts'
import { toRow } from './products.ts'
import { categorySlug } from './seller-products.service.ts'

type Column = (typeof productsHeading)[number]
type ImportRow = Tables['product_imports']
type NewRow = ReturnType<typeof toRow>
type LineError = ProductImport['errors'][number]

const needed: readonly Column[] = ['name', 'category', 'price', 'offerPrice']
/** After so many lines others get their turn and the progress is written down. */
const CHECK_PART = 250
const SAVE_PART = 250
/** An import that shows no sign of life for this long died with its process. */
const DEAD_AFTER_MS = 2 * MINUTE_MS

const running = ['checking', 'saving'] as const

const { errors: Errors } = ProductImport.shape

const toImport = (row: ImportRow): ProductImport => ({
  _id: row.id,
  state: row.state,
  message: row.message,
  lines: row.lines,
  done: row.done,
  errors: Errors.parse(JSON.parse(row.errors)),
  badLines: row.bad_lines,
  added: row.added,
  changed: row.changed,
  startedAt: new Date(row.started_at),
})

/** Throws IMPORT_NOT_FOUND. */
export async function getImport(deps: Pick<Deps, 'db' | 'now'>, id: string) {
  await endDeadImports(deps)
  const row = await deps.db.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw importNotFound()
  return { import: toImport(row) }
}

/** Imports whose process died have added nothing; what they had prepared goes. */
export async function endDeadImports({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const dead = await db
    .selectFrom('product_imports')
    .select('id')
    .where('state', 'in', running)
    .where('touched_at', '<', now().getTime() - DEAD_AFTER_MS)
    .execute()
  for (const { id } of dead)
    await endWithout(db, id, { state: 'failed', message: 'The import broke off. Nothing was added' })
}

/** Ends an import that still runs; one that has ended meanwhile, in whatever process, stays as it is. */
async function endWithout(
  db: Db,
  id: string,
  end: { state: 'failed' | 'refused'; message: string; errors?: string; bad_lines?: number },
) {
  await db.transaction().execute(async (tx) => {
    // First, for the row to be held: an import that shows its products just now is waited for, and has none out of sight.
    await tx.updateTable('product_imports').set(end).where('id', '=', id).where('state', 'in', running).execute()
    await tx.deleteFrom('products').where('import_id', '=', id).execute()
  })
}

export type ProductImports = ReturnType<typeof startProductImports>

/** Imports of products, one at a time, in the background of the shop. */
export function startProductImports(deps: Deps) {
  let last = Promise.resolve()
  let stopped = false

  return {
    /** Takes the file and answers; the work goes on after it. Throws BAD_INPUT, IMPORT_RUNNING. */
    async start(sellerId: string, bytes: Buffer) {
      const text = decodeFile(bytes)
      await endDeadImports(deps)
      const at = deps.now().getTime()
      const row: ImportRow = {
        ...{
          id: newId(),
          state: 'checking',
          message: 'Checking the lines',
          lines: 0,
          done: 0,
          errors: '[]',
          bad_lines: 0,
        },
        ...{ added: 0, changed: 0, started_at: at, touched_at: at },
      }
      await deps.db.transaction().execute(async (tx) => {
        await takeTurns(tx, 'imports')
        const other = await tx
          .selectFrom('product_imports')
          .select('id')
          .where('state', 'in', running)
          .executeTakeFirst()
        if (other) throw importRunning()
        await tx.insertInto('product_imports').values(row).execute()
      })
      last = importProducts(deps, { id: row.id, sellerId, text, isStopped: () => stopped }).catch(
        async (error: unknown) => {
          deps.log.error({ err: error }, 'an import failed')
          await endWithout(deps.db, row.id, {
            state: 'failed',
            message: 'The import broke off. Nothing was added',
          }).catch(() => {})
        },
      )
      return { message: 'Import started', import: toImport(row) }
    },
    async stop() {
      stopped = true
      await last
    },
  }
}

function decodeFile(bytes: Buffer) {
  if (bytes.length === 0) throw badInput({ file: 'That file is empty' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badInput({ file: 'That file is not UTF-8. Save it as “CSV UTF-8”' })
  }
}

interface Job {
  id: string
  sellerId: string
  text: string
  isStopped: () => boolean
}

/** All lines are added together in the end, or none (decisions: nothing is half imported). */
async function importProducts(deps: Deps, job: Job) {
  const progress = async (values: Partial<ImportRow>) => {
    if (job.isStopped()) throw new Error('the shop is closing')
    await changeImport(deps.db, job, { ...values, touched_at: deps.now().getTime() })
  }
  const errors: LineError[] = []
  const lines = await checkLines(deps, job.text, errors, progress)
  if (errors.length > 0) {
    const message =
      errors.length === 1
        ? 'One line has a mistake. Nothing was added'
        : `${errors.length} lines have mistakes. Nothing was added`
    const told = errors.toSorted((a, b) => a.line - b.line).slice(0, MAX_TOLD_ERRORS)
    await endWithout(deps.db, job.id, {
      state: 'refused',
      message,
      errors: JSON.stringify(told),
      bad_lines: errors.length,
    })
    return
  }
  await saveLines(deps, job, lines, progress)
}

/** Throws where another process has taken the import for dead and ended it: then nothing more may be added. */
async function changeImport(db: Db, { id }: Job, values: Partial<ImportRow>) {
  const change = db.updateTable('product_imports').set(values).where('id', '=', id).where('state', 'in', running)
  const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error('the import was ended')
}

interface CheckedLine {
  line: number
  /** A product that is there already. */
  id: string | undefined
  data: ProductData
  inStock: boolean | undefined
  has: ReadonlySet<Column>
}
type Progress = (values: Partial<ImportRow>) => Promise<void>

async function checkLines(deps: Deps, text: string, errors: LineError[], progress: Progress) {
  const records: CsvRecord[] = []
  try {
    for await (const record of readCsv(text)) {
      records.push(record)
      if (records.length > MAX_IMPORT_LINES + 1) {
        errors.push({ line: record.line, message: 'Import at most 20,000 products at once' })
        return []
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    errors.push({ line: error.line, message: error.message })
    return []
  }
  const [heading, ...rest] = records
  const columns = findColumns(heading)
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    errors.push({ line: 1, message: `The first line has to name the columns. Missing: ${missing.join(', ')}` })
    return []
  }
  if (rest.length === 0) {
    errors.push({ line: 1, message: 'There is no product in this file' })
    return []
  }
  await progress({ lines: rest.length })
  const producers = await knownProducers(deps.db)
  const seen = new Set<string>()
  const lines: CheckedLine[] = []
  for (const [at, record] of rest.entries()) {
    try {
      const line = checkLine(record, columns, producers)
      if (line.id !== undefined && seen.has(line.id)) throw badInput({ id: 'This product stands in the file twice' })
      if (line.id !== undefined) seen.add(line.id)
      lines.push(line)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push({ line: record.line, message: error.message })
    }
    if (at % CHECK_PART === CHECK_PART - 1) {
      await progress({ done: at + 1 })
      await setImmediate()
    }
  }
  await checkIds(deps.db, lines, errors)
  return lines
}

/** Names of columns as people write them: "Offer price", "offer_price". Unknown ones are passed over. */
function findColumns(heading: CsvRecord | undefined) {
  const simple = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')
  return (heading?.cells ?? []).map((cell) => productsHeading.find((name) => simple(name) === simple(cell)))
}

async function knownProducers(db: Db) {
  const rows = await db.selectFrom('producer_applications').select('id').where('status', '=', 'approved').execute()
  return new Set([...rows.map(({ id }) => id), ...sampleProducers.map(({ _id }) => _id)])
}

/** "₹1,249.50" -> 1249.5. What is no number stays as it is and is refused by the contract. */
const numberIn = (cell: string) => (/^₹?\s*-?[\d,]+(\.\d+)?$/.test(cell) ? Number(cell.replace(/[₹,\s]/g, '')) : cell)
const yesOrNo: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

function checkLine(
  { line, cells }: CsvRecord,
  columns: readonly (Column | undefined)[],
  producers: ReadonlySet<string>,
): CheckedLine {
  if (cells.length > columns.length) throw badInput({ line: 'This line has more cells than the first line' })
  const cell = new Map<Column, string>()
  for (const [at, value] of cells.entries()) {
    const name = columns[at]
    if (name) cell.set(name, value.trim())
  }
  const hostile = findHostileText(cells)
  if (hostile) throw badInput({ line: hostile })
  const value = (name: Column) => cell.get(name) ?? ''
  const data = checked(ProductData, {
    name: value('name'),
    category: value('category'),
    price: numberIn(value('price')),
    offerPrice: numberIn(value('offerPrice')),
    description: value('description'),
    weight: value('weight') || null,
    stock: value('stock') === '' ? null : numberIn(value('stock')),
    producer: value('producer') || null,
  })
  if (data.producer && !producers.has(data.producer))
    throw badInput({ producer: 'There is no approved producer with this id' })
  const inStock = yesOrNo[value('inStock').toLowerCase()]
  if (value('inStock') !== '' && inStock === undefined) throw badInput({ inStock: 'Write yes or no for inStock' })
  return { line, id: value('id') || undefined, data, inStock, has: new Set(cell.keys()) }
}

async function checkIds(db: Db, lines: readonly CheckedLine[], errors: LineError[]) {
  const withId = lines.filter(({ id }) => id !== undefined)
  for (let at = 0; at < withId.length; at += CHECK_PART) {
    const part = withId.slice(at, at + CHECK_PART)
    const ids = part.flatMap(({ id }) => id ?? [])
    const rows = await db
      .selectFrom('products')
      .select('id')
      .where('id', 'in', ids)
      .where('import_id', 'is', null)
      .execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const { id, line } of part)
      if (id !== undefined && !known.has(id)) errors.push({ line, message: 'There is no product with this id' })
  }
}

const newRow = ({ data, inStock = true }: CheckedLine, createdAt: number): NewRow =>
  toRow(
    {
      name: data.name,
      category: categorySlug(data.category),
      pricePaise: data.price,
      offerPricePaise: data.offerPrice,
      description: data.description ?? [],
      images: [],
      weight: data.weight ?? null,
      inStock,
      stock: data.stock ?? null,
      producerId: data.producer ?? null,
    },
    createdAt,
  )

/** New products are written out of sight, a part at a time, so that others get their turn; one transaction shows all of them. */
async function saveLines(deps: Deps, job: Job, lines: readonly CheckedLine[], progress: Progress) {
  const fresh = lines.filter(({ id }) => id === undefined)
  const now = deps.now()
  await progress({ state: 'saving', message: 'Saving the products', done: 0 })
  for (let at = 0; at < fresh.length; at += SAVE_PART) {
    // The first line of the file is the newest, as in an export.
    const rows = fresh.slice(at, at + SAVE_PART).map((line, offset) => newRow(line, now.getTime() - at - offset))
    await deps.db
      .insertInto('products')
      .values(rows.map((row) => ({ ...row, archived: 1, import_id: job.id })))
      .execute()
    await progress({ done: Math.min(at + SAVE_PART, fresh.length) })
    await setImmediate()
  }
  await deps.db.transaction().execute(async (tx) => {
    // Holds the row to the end: whoever takes the import for dead waits, and then sees that it is done.
    await changeImport(tx, job, { touched_at: deps.now().getTime() })
    let changed = 0
    for (const line of lines) if (line.id !== undefined && (await changeProduct(tx, line.id, line))) changed += 1
    await tx.updateTable('products').set({ archived: 0, import_id: null }).where('import_id', '=', job.id).execute()
    const message = `${fresh.length} added, ${changed} changed`
    await recordAct(tx, {
      sellerId: job.sellerId,
      action: 'product.imported',
      subject: job.id,
      summary: `Import: ${message}`,
      at: deps.now(),
    })
    await tx
      .updateTable('product_imports')
      .set({ state: 'done', message, done: lines.length, added: fresh.length, changed })
      .where('id', '=', job.id)
      .execute()
  })
}

/** A column that the file does not have stays as it is. Says whether anything changed. */
async function changeProduct(db: Db, id: string, { data, inStock, has }: CheckedLine) {
  const before = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const stock = has.has('stock') ? (data.stock ?? null) : before.stock
  const wanted = inStock ?? before.in_stock === 1
  const after = {
    name: data.name,
    name_folded: foldText(data.name),
    category: categorySlug(data.category),
    price_paise: data.price,
    offer_price_paise: data.offerPrice,
    description: has.has('description') ? JSON.stringify(data.description ?? []) : before.description,
    weight: has.has('weight') ? (data.weight ?? null) : before.weight,
    producer_id: has.has('producer') ? (data.producer ?? null) : before.producer_id,
    stock,
    in_stock: wanted && stock !== 0 ? 1 : 0,
  }
  const differs = !isDeepStrictEqual({ ...before, ...after }, { ...before })
  if (differs) await db.updateTable('products').set(after).where('id', '=', id).execute()
  return differs
}
