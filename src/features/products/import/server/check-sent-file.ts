import { readFile, rm, utimes } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { transact } from '#kernel/background.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { textOf } from '#shared/messages.ts'
import { message } from '../../products.messages.ts'
import { countChanges } from './change-products.ts'
import { checkImport } from './check-import.ts'
import type { Column } from './import-columns.ts'
import { type CheckedLine, parseLines, problemsOf, type RowError } from './import-lines.ts'
import { stagePictures } from './import-pictures.ts'
import { endCheck, endReading, goOn, sortedByRow, told } from './import-rows.ts'
import { previewTexts } from './picture-texts.ts'
import { openPictureZip, type PictureZip } from './picture-zip.ts'
import { changeCounter } from './preview-changes.ts'
import type { UnreadColumn } from './read-heading.ts'

/** Products a transaction. With a dozen indexes each, 50 take some 20 ms on the embedded database, where nobody else is answered. */
const PART_LINES = 50

/** A file that is not checked yet. */
export interface SentFile {
  id: string
  csv: Buffer
  zip?: string | undefined
  newest: number
  /** Says what it would do, and waits for a seller's word. */
  isDryRun: boolean
}

/** Checks a file and stores its lines; ends with its mistakes, its effects, or its lines ready to be written. */
export async function checkSentFile(deps: OwnDeps, file: SentFile, isStopping: () => boolean) {
  let zip: PictureZip | undefined
  try {
    zip = file.zip === undefined ? undefined : await openPictureZip(file.zip)
    await checkAndKeep(deps, file, zip, isStopping)
  } catch (error) {
    if (error instanceof AppError && error.says) {
      const said = message('IMPORT_REFUSED', { why: error.says })
      await endCheck(deps, file.id, { state: 'refused', message: textOf(said) })
      return
    }
    deps.log.error({ err: error }, 'an import failed')
    const said = textOf(message('IMPORT_CHECK_INTERRUPTED'))
    await endCheck(deps, file.id, { state: 'failed', message: said }).catch(() => {})
  } finally {
    zip?.close()
    if (file.zip !== undefined) await rm(file.zip, { force: true })
  }
}

async function checkAndKeep(deps: OwnDeps, file: SentFile, zip: PictureZip | undefined, isStopping: () => boolean) {
  const { db, now, config } = deps
  const { id, isDryRun } = file
  let parts = 0
  const found = await checkImport(db, { ...file, zip, factsRequired: config.factsRequired }, async (batch) => {
    if (isStopping()) throw new Error('the shop is closing')
    const rows = partsOf(batch.isRight || isDryRun ? batch.lines : []).map((lines, at) => ({
      import_id: id,
      part: parts + at,
      lines: JSON.stringify(lines),
    }))
    parts += rows.length
    await transact(deps, async (tx) => {
      await goOn(tx, id, 'checking', { done: batch.read, touched_at: now().getTime() })
      if (rows.length > 0) await tx.insertInto('import_parts').values(rows).execute()
    })
    await setImmediate()
  })
  const { lines, columns, unread, errors, badLines, isBroken } = found
  if (isBroken || (badLines > 0 && !isDryRun) || (badLines > 0 && badLines === lines)) {
    await endCheck(deps, id, {
      state: 'refused',
      message: textOf(message('IMPORT_HAS_MISTAKES', { rows: badLines })),
      lines,
      errors: told(errors, []),
      bad_lines: badLines,
    })
    return
  }
  const checked = { file_columns: JSON.stringify(columns), lines, done: 0 }
  if (!isDryRun) {
    const saving = textOf(message('IMPORT_SAVING'))
    await endReading(db, id, 'saving', { ...checked, message: saving, touched_at: now().getTime() })
    return
  }
  const reading = textOf(message(zip ? 'IMPORT_READING_PICTURES' : 'IMPORT_COMPARING'))
  await goOn(db, id, 'checking', { ...checked, message: reading, touched_at: now().getTime() })
  const { preview, wrong } = await previewParts(deps, { file, zip, parts, columns, unread }, isStopping)
  const all = badLines + wrong.length
  const { add, change, same } = preview
  await endReading(db, id, 'checked', {
    ...{
      message: textOf(message('IMPORT_CHECKED', { add, change, same, left: all })),
      preview: JSON.stringify(preview),
    },
    ...{ errors: told(sortedByRow([...errors, ...wrong]), []), bad_lines: all, done: lines },
    touched_at: now().getTime(),
  })
}

function partsOf(lines: readonly CheckedLine[]) {
  const count = Math.ceil(lines.length / PART_LINES)
  return Array.from({ length: count }, (_, at) => lines.slice(at * PART_LINES, (at + 1) * PART_LINES))
}

interface Parts {
  file: SentFile
  zip: PictureZip | undefined
  parts: number
  columns: readonly Column[]
  unread: readonly UnreadColumn[]
}

/** Stores the lines' pictures and counts the changes. Removes lines with wrong pictures. */
async function previewParts(deps: OwnDeps, { file, zip, parts, columns, unread }: Parts, isStopping: () => boolean) {
  const { db, now } = deps
  const counted = { add: 0, change: 0, same: 0, unnamed: 0, archived: 0 }
  const changed = changeCounter(columns, deps.word)
  const wrong: RowError[] = []
  let done = 0
  for (let part = 0; part < parts; part += 1) {
    const row = db.selectFrom('import_parts').select('lines').where('import_id', '=', file.id).where('part', '=', part)
    const lines = parseLines((await row.executeTakeFirstOrThrow()).lines)
    const right: CheckedLine[] = []
    for (const line of lines) {
      if (isStopping()) throw new Error('the shop is closing')
      const problems = await problemsOf(line.row, cellsOf(line), async () => {
        if (zip && line.pictures.length > 0) {
          const images = await stagePictures(deps, file.id, line, zip)
          if (images) line.images = JSON.stringify(images)
        }
        right.push(line)
      })
      wrong.push(...problems)
      done += 1
      if (zip) await showLife(deps, file, done)
    }
    if (zip) await rewrite(deps, file.id, part, right)
    const known = await previewTexts(
      db,
      right.filter(({ is_new }) => is_new === 0),
    )
    const changes = known.length > 0 ? await countChanges(db, known, { columns, now: now() }) : 0
    await changed.add(db, known)
    counted.add += right.length - known.length
    counted.change += changes
    counted.same += known.length - changes
    counted.unnamed += right.filter(({ note }) => note === 'unnamed').length
    counted.archived += right.filter(({ note }) => note === 'archived').length
    await goOn(db, file.id, 'checking', { done, touched_at: now().getTime() })
    await setImmediate()
  }
  const unusedPictures = zip?.countUnused() ?? 0
  return { preview: { ...counted, unusedPictures, ...changed.counted(), unread: [...unread] }, wrong }
}

const cellsOf = ({ name, sku, pictures }: CheckedLine) =>
  new Map([
    ['name', name ?? ''],
    ['sku', sku ?? ''],
    ['pictures', pictures.join('|')],
  ])

/** Keeps the zip, which is deleted after an hour untouched, and the check, which counts as dead when silent. */
async function showLife({ db, now }: OwnDeps, { id, zip }: SentFile, done: number) {
  if (zip !== undefined) await utimes(zip, now(), now())
  await goOn(db, id, 'checking', { done, touched_at: now().getTime() })
}

async function rewrite({ db }: OwnDeps, id: string, part: number, lines: readonly CheckedLine[]) {
  await db
    .updateTable('import_parts')
    .set({ lines: JSON.stringify(lines) })
    .where('import_id', '=', id)
    .where('part', '=', part)
    .execute()
}

/** The CSV's bytes, and the path of the zip, if any. */
export async function readSent([csv = '', zip]: readonly string[]) {
  return { csv: await readFile(csv), zip }
}
