import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { csvFileProblem } from '#kernel/http/csv.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { SECOND_MS } from '#shared/time.ts'
import { importNotFound, importRunning, MAX_TOLD_ERRORS, ProductImport } from '../../seller-products.contract.ts'
import { productsHeading } from '../export-products.ts'
import { STOCK_ALERTS } from '../stock-alerts.ts'
import { checkImport } from './check-import.ts'
import type { StagedLine } from './import-lines.ts'
import { savePart } from './save-part.ts'

type ImportRow = Selectable<Tables['product_imports']>

/**
 * Products written at a time. Each has a dozen indexes: 50 take the embedded database some 20 ms with their commit, in
 * which nobody else is answered, and keep orders on PostgreSQL waiting no longer.
 */
const PART_LINES = 50
/** A check without a sign of life for this long is taken to have died with its process. */
const DEAD_AFTER_MS = 30 * SECOND_MS
/** An import whose process died is continued after this time, by whichever process looks first. */
const LOOK_EVERY_MS = 10 * SECOND_MS

const running = ['checking', 'saving'] as const
const { errors: Errors } = ProductImport.shape
const Columns = z.array(z.enum(productsHeading))

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
export async function getImport(deps: OwnDeps, id: string) {
  await endDeadChecks(deps)
  const row = await deps.db.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw importNotFound()
  return { import: toImport(row) }
}

/** Imports whose process died before the file was checked have changed nothing. */
async function endDeadChecks(deps: OwnDeps) {
  const dead = await deps.db
    .selectFrom('product_imports')
    .select('id')
    .where('state', '=', 'checking')
    .where('touched_at', '<', deps.now().getTime() - DEAD_AFTER_MS)
    .execute()
  for (const { id } of dead)
    await endCheck(deps, id, { state: 'failed', message: 'The import was interrupted. Nothing was changed' })
}

/** Ends an import that has changed nothing yet; one that has gone on meanwhile, in whatever process, is left alone. */
async function endCheck(deps: OwnDeps, id: string, end: Partial<ImportRow>) {
  await transact(deps, async (tx) => {
    const change = tx.updateTable('product_imports').set(end).where('id', '=', id).where('state', '=', 'checking')
    const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await tx.deleteFrom('import_parts').where('import_id', '=', id).execute()
  })
}

declare module '#kernel/deps.ts' {
  interface Deps {
    imports: ReturnType<typeof createProductImports>
  }
}

/**
 * Imports of products, one at a time, in the background of the shop. First the whole file is checked, and its lines are put
 * aside; a mistake, a stop or a crash until then changes nothing. From then on they are written, a part at a time, and a stop or
 * a crash only interrupts that: whichever process looks next goes on (docs/decisions/0018).
 */
export function createProductImports(deps: OwnDeps) {
  /** A file that nobody has checked yet. */
  let sent: SentFile | undefined

  async function work(isStopping: () => boolean) {
    const file = sent
    sent = undefined
    if (file) await check(deps, file, isStopping)
    await saveImports(deps, isStopping)
  }

  return {
    job: { name: 'imports', everyMs: LOOK_EVERY_MS, first: 'ready', work } satisfies Job,
    /** Takes the file and answers; the work goes on after it. Throws BAD_INPUT, IMPORT_RUNNING. */
    async start(sellerId: string, bytes: Buffer) {
      const problem = csvFileProblem(bytes)
      if (problem) throw badInput({ file: problem })
      await endDeadChecks(deps)
      const at = deps.now().getTime()
      const row: ImportRow = {
        ...{ id: newId(), state: 'checking', message: 'Checking the rows', lines: 0, done: 0, errors: '[]' },
        ...{ bad_lines: 0, added: 0, changed: 0, started_at: at, touched_at: at },
        ...{ seller_id: sellerId, file_columns: '[]' },
        ...{ preview: null, ended_at: null, undone: 0, kept: 0, kept_products: '[]' },
      }
      await transact(deps, async (tx) => {
        await takeTurns(tx, 'imports')
        const other = await tx
          .selectFrom('product_imports')
          .select('id')
          .where('state', 'in', running)
          .executeTakeFirst()
        if (other) throw importRunning()
        await tx.insertInto('product_imports').values(row).execute()
      })
      sent = { id: row.id, bytes, newest: at }
      deps.jobs.wake('imports')
      return { message: 'Import started', import: toImport(row) }
    },
  }
}

interface SentFile {
  id: string
  bytes: Buffer
  newest: number
}

async function check(deps: OwnDeps, file: SentFile, isStopping: () => boolean) {
  try {
    await checkAndKeep(deps, file, isStopping)
  } catch (error) {
    deps.log.error({ err: error }, 'an import failed')
    const message = 'The import was interrupted. Nothing was changed. Import the file again'
    await endCheck(deps, file.id, { state: 'failed', message }).catch(() => {})
  }
}

/** Checks a file, puts its lines aside, and says in the end what is wrong or that they can be saved. */
async function checkAndKeep(deps: OwnDeps, { id, bytes, newest }: SentFile, isStopping: () => boolean) {
  const { db, now } = deps
  let parts = 0
  const { lines, columns, errors, badLines } = await checkImport(db, bytes, newest, async (batch) => {
    if (isStopping()) throw new Error('the shop is closing')
    const rows = partsOf(batch.lines).map((part, at) => ({
      import_id: id,
      part: parts + at,
      lines: JSON.stringify(part),
    }))
    parts += rows.length
    await transact(deps, async (tx) => {
      await goOn(tx, id, 'checking', { done: batch.read, touched_at: now().getTime() })
      if (rows.length > 0) await tx.insertInto('import_parts').values(rows).execute()
    })
    await setImmediate()
  })
  if (errors.length === 0) {
    await goOn(db, id, 'checking', {
      ...{ state: 'saving', message: 'Saving the products', file_columns: JSON.stringify(columns) },
      ...{ lines, done: 0, touched_at: now().getTime() },
    })
    return
  }
  await endCheck(deps, id, {
    state: 'refused',
    message: `${badLines === 1 ? 'One row has a mistake' : `${badLines} rows have mistakes`}. Nothing was changed`,
    lines,
    errors: JSON.stringify(errors.slice(0, MAX_TOLD_ERRORS)),
    bad_lines: badLines,
  })
}

function partsOf(lines: readonly StagedLine[]) {
  const count = Math.ceil(lines.length / PART_LINES)
  return Array.from({ length: count }, (_, at) => lines.slice(at * PART_LINES, (at + 1) * PART_LINES))
}

/** Throws where the import is no longer in this state, because another process went on with it or ended it. */
async function goOn(db: Db, id: string, state: ImportRow['state'], values: Partial<ImportRow>) {
  const change = db.updateTable('product_imports').set(values).where('id', '=', id).where('state', '=', state)
  const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error('the import was ended')
}

/** Writes what is checked, whichever process checked it. */
async function saveImports(deps: OwnDeps, isStopping: () => boolean) {
  await endDeadChecks(deps)
  const imports = await deps.db.selectFrom('product_imports').select('id').where('state', '=', 'saving').execute()
  for (const { id } of imports) {
    while (!isStopping() && (await saveNextPart(deps, id))) await setImmediate()
  }
}

/** Says whether there may be more. Throws what the database throws when it is away or full; then the part waits. */
async function saveNextPart(deps: OwnDeps, id: string) {
  try {
    return await transact(deps, (tx) => writeNextPart(deps, tx, id))
  } catch (error) {
    const failure = databaseFailure(error)
    // Lost a deadlock against another transaction: this part is done again.
    if (failure === 'busy') return true
    if (failure !== undefined) throw error
    deps.log.error({ err: error }, 'an import failed')
    await endSaving(deps, id)
    return false
  }
}

async function writeNextPart(deps: OwnDeps, tx: Tx, id: string) {
  // The import's row stays locked to the end, so two processes never write the same part.
  const row = await tx
    .updateTable('product_imports')
    .set({ touched_at: deps.now().getTime() })
    .where('id', '=', id)
    .where('state', '=', 'saving')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const next = await tx
    .selectFrom('import_parts')
    .select(['part', 'lines'])
    .where('import_id', '=', id)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  if (!next) {
    await finish(deps, tx, row)
    return false
  }
  const written: unknown[] = JSON.parse(next.lines)
  const saved = await savePart(tx, id, Columns.parse(JSON.parse(row.file_columns)), next.lines, deps.now())
  await tx.deleteFrom('import_parts').where('import_id', '=', id).where('part', '=', next.part).execute()
  await tx
    .updateTable('product_imports')
    .set({
      done: row.done + written.length,
      added: row.added + saved.added,
      changed: row.changed + saved.changed,
    })
    .where('id', '=', id)
    .execute()
  return true
}

async function finish(deps: OwnDeps, tx: Tx, row: ImportRow) {
  wakeAfterCommit(tx, STOCK_ALERTS)
  const message = `${row.added} added, ${row.changed} changed`
  await recordAct(tx, {
    sellerId: row.seller_id,
    action: 'product.imported',
    subject: row.id,
    summary: `Import: ${message}`,
    at: deps.now(),
    isInBackground: true,
  })
  await tx
    .updateTable('product_imports')
    .set({ state: 'done', message, done: row.lines })
    .where('id', '=', row.id)
    .execute()
}

/** After an error of ours: says how far the import came, and gives up the rest. */
async function endSaving(deps: OwnDeps, id: string) {
  await transact(deps, async (tx) => {
    const row = await tx.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const message = `The import was interrupted after ${row.done} of ${row.lines} rows: ${row.added} added, ${row.changed} changed`
    await tx.updateTable('product_imports').set({ state: 'failed', message }).where('id', '=', id).execute()
    await tx.deleteFrom('import_parts').where('import_id', '=', id).execute()
  })
}
