import type { Selectable } from 'kysely'
import { z } from 'zod'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows, takeTurns } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { textOf, wordStored } from '#shared/messages.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import {
  IMPORT_HOURS,
  importNotFound,
  importRunning,
  MAX_TOLD_ERRORS,
  ProductImport,
} from '../../product-imports.contract.ts'
import { type ImportState, importMoves } from '../../product-imports.states.ts'
import { message } from '../../products.messages.ts'
import { importHeading } from './import-columns.ts'
import type { RowError } from './import-lines.ts'

export type ImportRow = Selectable<Tables['product_imports']>
export type Preview = NonNullable<ProductImport['preview']>

/** A check silent for so long died with its process. */
const DEAD_AFTER_MS = 30 * SECOND_MS
/** How long a checked import can be written, and a written one undone. */
export const KEPT_MS = IMPORT_HOURS * HOUR_MS
const LISTED = 10

const running = ['checking', 'saving', 'undoing'] as const
const { errors: Errors, kept: Kept } = ProductImport.shape
const PreviewText = ProductImport.shape.preview.unwrap()
const Columns = z.array(z.enum(importHeading))

export const columnsIn = (row: Pick<ImportRow, 'file_columns'>) => Columns.parse(JSON.parse(row.file_columns))
export const errorsIn = (row: Pick<ImportRow, 'errors'>) => Errors.parse(JSON.parse(row.errors))
export const keptIn = (row: Pick<ImportRow, 'kept_products'>) => Kept.parse(JSON.parse(row.kept_products))
/** What files checked by an older version do not say. */
const unsaid = { columns: [], confirm: [], unread: [] }
const previewIn = ({ preview }: ImportRow) =>
  preview === null ? undefined : PreviewText.parse({ ...unsaid, ...JSON.parse(preview) })

/** Both lists together, at most as many items as are told. */
export const told = <Item>(first: readonly Item[], more: readonly Item[]) =>
  JSON.stringify([...first, ...more].slice(0, MAX_TOLD_ERRORS))

/** The end of the time to undo; undefined when it cannot be undone. */
export const undoableUntil = (row: ImportRow, now: Date) =>
  (row.state === 'done' || row.state === 'failed') &&
  row.ended_at !== null &&
  row.added + row.changed > 0 &&
  now.getTime() < row.ended_at + KEPT_MS
    ? new Date(row.ended_at + KEPT_MS)
    : undefined

/** Its message, mistakes and reasons are stored as codes and values, and put into words here. */
export function toImport(row: ImportRow, { now, word }: Pick<OwnDeps, 'now' | 'word'>): ProductImport {
  const preview = previewIn(row)
  const undoUntil = undoableUntil(row, now())
  return {
    _id: row.id,
    state: row.state,
    message: wordStored(row.message, word),
    lines: row.lines,
    done: row.done,
    errors: errorsIn(row).map((error) => ({ ...error, message: wordStored(error.message, word) })),
    badLines: row.bad_lines,
    added: row.added,
    changed: row.changed,
    ...(preview ? { preview } : {}),
    startedAt: new Date(row.started_at),
    ...(undoUntil ? { undoUntil } : {}),
    undone: row.undone,
    kept: keptIn(row).map((product) => ({ ...product, reason: wordStored(product.reason, word) })),
    keptProducts: row.kept,
  }
}

export async function getImport(deps: OwnDeps, id: string) {
  await endDeadChecks(deps)
  const row = await deps.db.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw importNotFound()
  return { import: toImport(row, deps) }
}

export async function lockImport(tx: Tx, id: string) {
  const wanted = tx.selectFrom('product_imports').selectAll().where('id', '=', id)
  const row = await lockRows(tx, wanted).executeTakeFirst()
  if (!row) throw importNotFound()
  return row
}

export async function listImports(deps: OwnDeps) {
  await endDeadChecks(deps)
  const newest = deps.db.selectFrom('product_imports').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc')
  const rows = await newest.limit(LISTED).execute()
  return { imports: rows.map((row) => toImport(row, deps)) }
}

/** One import at a time in all processes. Throws IMPORT_RUNNING. */
export async function checkNoneRuns(tx: Tx) {
  await takeTurns(tx, 'imports')
  const other = await tx.selectFrom('product_imports').select('id').where('state', 'in', running).executeTakeFirst()
  if (other) throw importRunning()
}

/** Imports that died in the check have changed nothing. */
export async function endDeadChecks(deps: OwnDeps) {
  const dead = await deps.db
    .selectFrom('product_imports')
    .select('id')
    .where('state', '=', 'checking')
    .where('touched_at', '<', deps.now().getTime() - DEAD_AFTER_MS)
    .execute()
  for (const { id } of dead)
    await endCheck(deps, id, { state: 'failed', message: textOf(message('IMPORT_INTERRUPTED')) })
}

/** Ends an import without changes, unless another process went on with it. */
export async function endCheck(
  deps: OwnDeps,
  id: string,
  { state, ...end }: Partial<ImportRow> & { state: 'refused' | 'failed' },
  from: ImportState = 'checking',
) {
  await transact(deps, async (tx) => {
    const isMoved = await moveImport(tx, { id, from }, state, end)
    if (isMoved) await tx.deleteFrom('import_parts').where('import_id', '=', id).execute()
  })
}

/** Moves an import to another state. False: another process was first. Throws where the table has no such move. */
export async function moveImport(
  db: Db,
  { id, from }: { id: string; from: ImportState },
  to: keyof typeof importMoves,
  change: Partial<ImportRow>,
) {
  if (!importMoves[to].from.includes(from)) throw new Error(`an import that is ${from} cannot become ${to}`)
  const moved = db
    .updateTable('product_imports')
    .set({ ...change, state: to })
    .where('id', '=', id)
  const { numUpdatedRows } = await moved.where('state', '=', from).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const ended = () => new Error('the import was ended')

/** Stores progress. Throws if another process moved or ended the import. */
export async function goOn(db: Db, id: string, state: ImportState, values: Omit<Partial<ImportRow>, 'state'>) {
  const change = db.updateTable('product_imports').set(values).where('id', '=', id).where('state', '=', state)
  const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw ended()
}

/** Ends the reading of a file. Throws as `goOn`. */
export async function endReading(db: Db, id: string, to: 'saving' | 'checked', values: Partial<ImportRow>) {
  if (!(await moveImport(db, { id, from: 'checking' }, to, values))) throw ended()
}

/** Mistakes as they are stored: the first ones by row. */
export const sortedByRow = (errors: readonly RowError[]) => [...errors].sort((a, b) => a.row - b.row)
