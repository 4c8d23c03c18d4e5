import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Job, transact } from '#kernel/background.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { csvFileProblem } from '#kernel/http/csv.ts'
import { uploadsFolder } from '#kernel/http/read-body.ts'
import { badInput, tooLarge } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { SECOND_MS } from '#shared/time.ts'
import { importNotChecked, importNotUndoable, MAX_IMPORT_BYTES } from '../../product-imports.contract.ts'
import { checkSentFile, readSent, type SentFile } from './check-sent-file.ts'
import {
  checkNoneRuns,
  endDeadChecks,
  type ImportRow,
  KEPT_MS,
  lockImport,
  toImport,
  undoableUntil,
} from './import-rows.ts'
import { type AvifQueue, saveImports } from './save-imports.ts'
import { undoImports } from './undo-imports.ts'

/** An import whose process died is continued after this time, by whichever process looks first. */
const LOOK_EVERY_MS = 10 * SECOND_MS

declare module '#kernel/deps.ts' {
  interface Deps {
    imports: ReturnType<typeof createProductImports>
  }
}

/**
 * Imports of products, one at a time, in the background of the shop. First the whole file is checked, and its lines are put
 * aside; a mistake, a stop or a crash until then changes nothing. From then on they are written, a part at a time, and a stop or
 * a crash only interrupts that: whichever process looks next goes on (docs/decisions/0018). So is an undo.
 */
export function createProductImports(deps: OwnDeps, avif: AvifQueue) {
  /** A file that nobody has checked yet. */
  let sent: SentFile | undefined

  async function work(isStopping: () => boolean) {
    const file = sent
    sent = undefined
    if (file) await checkSentFile(deps, file, isStopping)
    await saveImports(deps, avif, isStopping)
    await undoImports(deps, avif, isStopping)
  }

  async function begin(sellerId: string, { csv, zip }: { csv: Buffer; zip?: string | undefined }, isDryRun: boolean) {
    const problem = csvFileProblem(csv)
    if (problem) throw badInput({ [isDryRun ? 'files' : 'file']: problem })
    await endDeadChecks(deps)
    const at = deps.now().getTime()
    const row: ImportRow = {
      ...{ id: newId(), state: 'checking', message: 'Checking the rows', lines: 0, done: 0, errors: '[]' },
      ...{ bad_lines: 0, added: 0, changed: 0, started_at: at, touched_at: at, preview: null, ended_at: null },
      ...{ seller_id: sellerId, file_columns: '[]', undone: 0, kept: 0, kept_products: '[]' },
    }
    await transact(deps, async (tx) => {
      await checkNoneRuns(tx)
      await tx.insertInto('product_imports').values(row).execute()
    })
    sent = { id: row.id, csv, zip: zip && (await keepZip(deps, row.id, zip)), newest: at, isDryRun }
    deps.jobs.wake('imports')
    return { message: isDryRun ? 'Checking the file' : 'Import started', import: toImport(row, deps.now()) }
  }

  /** Moves an import that waits to its next state. */
  async function goOnWith(id: string, next: (row: ImportRow) => Partial<ImportRow> | undefined) {
    const now = deps.now()
    const row = await transact(deps, async (tx) => {
      const found = await lockImport(tx, id)
      const change = next(found)
      if (!change) return found
      await checkNoneRuns(tx)
      const after = { ...found, ...change, touched_at: now.getTime() }
      await tx.updateTable('product_imports').set(after).where('id', '=', id).execute()
      return after
    })
    deps.jobs.wake('imports')
    return { message: row.message, import: toImport(row, now) }
  }

  return {
    job: { name: 'imports', everyMs: LOOK_EVERY_MS, first: 'ready', work } satisfies Job,
    /** Takes a CSV and answers; it is checked and written after that. Throws BAD_INPUT, IMPORT_RUNNING. */
    start: (sellerId: string, csv: Buffer) => begin(sellerId, { csv }, false),
    /** Takes a CSV, and where it names pictures a zip, and answers; it is checked after that. Throws BAD_INPUT, TOO_LARGE, IMPORT_RUNNING. */
    async check(sellerId: string, files: readonly string[]) {
      const [csv] = files
      if (csv === undefined) throw badInput({ files: 'Choose a CSV file' })
      if ((await stat(csv)).size > MAX_IMPORT_BYTES) throw tooLarge()
      return begin(sellerId, await readSent(files), true)
    },
    /** Writes what was checked; the same again changes nothing. Throws IMPORT_NOT_FOUND, IMPORT_NOT_CHECKED, IMPORT_RUNNING. */
    write: (sellerId: string, id: string) =>
      goOnWith(id, (row) => {
        if (row.preview !== null && row.state !== 'checking' && row.state !== 'checked' && row.state !== 'refused')
          return
        const isTooOld = row.touched_at < deps.now().getTime() - KEPT_MS
        if (row.state !== 'checked' || isTooOld) throw importNotChecked()
        const message = 'Saving the products'
        return { state: 'saving', message, seller_id: sellerId, lines: row.lines - row.bad_lines, done: 0 }
      }),
    /** Takes an import back; the same again changes nothing. Throws IMPORT_NOT_FOUND, IMPORT_NOT_UNDOABLE, IMPORT_RUNNING. */
    undo: (sellerId: string, id: string) =>
      goOnWith(id, (row) => {
        if (row.state === 'undoing' || row.state === 'undone') return
        if (!undoableUntil(row, deps.now())) throw importNotUndoable()
        const message = 'Taking the import back'
        return { state: 'undoing', message, seller_id: sellerId, lines: row.added + row.changed, done: 0 }
      }),
  }
}

/** Puts the zip where it outlives its request. It is cleared away like any upload that nobody has finished. */
async function keepZip({ config }: OwnDeps, id: string, zip: string) {
  const kept = path.join(uploadsFolder(config.dataDir), `import-${id}.zip`)
  await rename(zip, kept)
  return kept
}
