import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Job, transact } from '#kernel/background.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { csvFileProblem } from '#kernel/http/csv.ts'
import { uploadsFolder } from '#kernel/http/read-body.ts'
import { message as kernelMessage } from '#kernel/kernel.messages.ts'
import { asCsv } from '#kernel/spreadsheet/as-csv.ts'
import { AppError, badInput, tooLarge } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { textOf } from '#shared/messages.ts'
import { SECOND_MS } from '#shared/time.ts'
import {
  type ConfirmedKind,
  IMPORT_HOURS,
  importNotChecked,
  importNotConfirmed,
  importNotUndoable,
  importTooLarge,
  MAX_IMPORT_BYTES,
} from '../../product-imports.contract.ts'
import { message } from '../../products.messages.ts'
import { checkSentFile, readSent, type SentFile } from './check-sent-file.ts'
import {
  checkNoneRuns,
  endDeadChecks,
  type ImportRow,
  KEPT_MS,
  lockImport,
  moveImport,
  toImport,
  undoableUntil,
} from './import-rows.ts'
import { type AvifQueue, saveImports } from './save-imports.ts'
import { undoImports } from './undo-imports.ts'

/** How soon another process continues a dead one's import. */
const LOOK_EVERY_MS = 10 * SECOND_MS

declare module '#kernel/deps.ts' {
  interface Deps {
    imports: ReturnType<typeof createProductImports>
  }
}

/**
 * Imports products in the background, one file at a time. The whole file is checked first and its lines stored; until then a mistake, stop or crash
 * changes nothing. Then they are written in parts, and any process continues after a stop or crash (docs/decisions/0018); so it does an undo.
 */
export function createProductImports(deps: OwnDeps, avif: AvifQueue) {
  /** A file that is not checked yet. */
  let sent: SentFile | undefined

  async function work(isStopping: () => boolean) {
    const file = sent
    sent = undefined
    if (file) await checkSentFile(deps, file, isStopping)
    await saveImports(deps, avif, isStopping)
    await undoImports(deps, avif, isStopping)
  }

  async function begin(who: Principal, { csv, zip }: { csv: Buffer; zip?: string | undefined }, isDryRun: boolean) {
    const problem = csvFileProblem(csv)
    if (problem) throw badInput({ [isDryRun ? 'files' : 'file']: problem })
    await endDeadChecks(deps)
    const at = deps.now().getTime()
    const row: ImportRow = {
      ...{
        id: newId(),
        state: 'checking',
        message: textOf(message('IMPORT_CHECKING_ROWS')),
        lines: 0,
        done: 0,
        errors: '[]',
      },
      ...{ bad_lines: 0, added: 0, changed: 0, started_at: at, touched_at: at, preview: null, ended_at: null },
      ...{ seller_id: who.id, file_columns: '[]', undone: 0, kept: 0, kept_products: '[]' },
    }
    await transact(deps, async (tx) => {
      await checkNoneRuns(tx)
      await tx.insertInto('product_imports').values(row).execute()
    })
    sent = { id: row.id, csv, zip: zip && (await keepZip(deps, row.id, zip)), newest: at, isDryRun }
    deps.jobs.wake('imports')
    const said = message(isDryRun ? 'IMPORT_CHECKING_FILE' : 'IMPORT_STARTED')
    return { message: said, import: toImport(row, deps) }
  }

  async function goOnWith(
    id: string,
    next: (row: ImportRow) => (Partial<ImportRow> & { state: 'saving' | 'undoing' }) | undefined,
  ) {
    const row = await transact(deps, async (tx) => {
      const found = await lockImport(tx, id)
      const change = next(found)
      if (!change) return found
      await checkNoneRuns(tx)
      const after = { ...found, ...change, touched_at: deps.now().getTime() }
      await moveImport(tx, { id, from: found.state }, change.state, after)
      return after
    })
    deps.jobs.wake('imports')
    const found = toImport(row, deps)
    return { message: found.message, import: found }
  }

  return {
    job: { name: 'imports', everyMs: LOOK_EVERY_MS, first: 'ready', work } satisfies Job,
    /** Answers at once, then checks and writes. Throws BAD_INPUT, IMPORT_RUNNING. */
    start: async (who: Principal, file: Buffer) => begin(who, { csv: await asCsv(file, { field: 'file' }) }, false),
    /** Takes a CSV, with a zip if it names pictures, and checks it after the answer. Throws BAD_INPUT, TOO_LARGE, IMPORT_RUNNING. */
    async check(who: Principal, files: readonly string[], sheet?: string) {
      const [csv] = files
      if (csv === undefined) throw badInput({ files: kernelMessage('TABLE_MISSING') })
      if ((await stat(csv)).size > MAX_IMPORT_BYTES) throw badImportSize()
      const sent = await readSent(files)
      return begin(who, { ...sent, csv: await asCsv(sent.csv, { field: 'files', sheet }) }, true)
    },
    /** Writes a checked import; idempotent. Throws IMPORT_NOT_FOUND, IMPORT_NOT_CHECKED, IMPORT_NOT_CONFIRMED, IMPORT_RUNNING. */
    write: (who: Principal, id: string, confirmed: readonly ConfirmedKind[] = []) =>
      goOnWith(id, (row) => {
        if (row.preview !== null && row.state !== 'checking' && row.state !== 'checked' && row.state !== 'refused')
          return
        const isTooOld = row.touched_at < deps.now().getTime() - KEPT_MS
        if (row.state !== 'checked' || isTooOld) throw importNotChecked({ hours: IMPORT_HOURS })
        const open = toImport(row, deps).preview?.confirm.map(({ kind }) => kind) ?? []
        const left = open.filter((kind) => !confirmed.includes(kind))
        if (left.length > 0) throw importNotConfirmed({ kinds: left })
        const saving = textOf(message('IMPORT_SAVING'))
        return { state: 'saving', message: saving, seller_id: who.id, lines: row.lines - row.bad_lines, done: 0 }
      }),
    /** Undoes an import; idempotent. Throws IMPORT_NOT_FOUND, IMPORT_NOT_UNDOABLE, IMPORT_RUNNING. */
    undo: (who: Principal, id: string) =>
      goOnWith(id, (row) => {
        if (row.state === 'undoing' || row.state === 'undone') return
        if (!undoableUntil(row, deps.now())) throw importNotUndoable({ hours: IMPORT_HOURS })
        const undoing = textOf(message('IMPORT_UNDOING'))
        return { state: 'undoing', message: undoing, seller_id: who.id, lines: row.added + row.changed, done: 0 }
      }),
  }
}

const badImportSize = () =>
  new AppError(tooLarge.code, tooLarge.status, importTooLarge, { findings: { files: importTooLarge } })

/** Keeps the zip after its request; deleted like any unfinished upload. */
async function keepZip({ config }: OwnDeps, id: string, zip: string) {
  const kept = path.join(uploadsFolder(config.dataDir), `import-${id}.zip`)
  await rename(zip, kept)
  return kept
}
