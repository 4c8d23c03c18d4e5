import { setImmediate, setTimeout } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { courierFileNotFound, nothingToBook } from '../../courier-file.contract.ts'
import { fileKindNames } from '../../courier-file.kinds.ts'
import { bookLines } from './book-lines.ts'
import { bookedKey, getCourierFile, moveFile } from './courier-files.ts'
import { readSummary } from './file-summary.ts'

const JOB = 'courier-files'

/** Lines a transaction, each with its order locked: others wait milliseconds on the embedded database, under a second on PostgreSQL. */
const PART_LINES = 20
/** After this time any process continues a booking whose process died. */
const LOOK_EVERY_MS = 10 * SECOND_MS
/** An answer's longest wait for the booking; most end within it. */
const WAIT_MS = 5 * SECOND_MS
/** How long unbooked checks and the lines of booked files are kept. */
const KEEP_CHECK_MS = 7 * DAY_MS
const KEEP_LINES_MS = 180 * DAY_MS

/** Continues every process's bookings. */
export const courierFilesJob = (deps: Deps): Job => ({
  name: JOB,
  everyMs: LOOK_EVERY_MS,
  first: 'ready',
  async work(isStopping) {
    const files = await deps.db.selectFrom('courier_files').select('id').where('state', '=', 'booking').execute()
    for (const { id } of files) while (!isStopping() && (await bookNextPart(deps, id))) await setImmediate()
  },
})

/**
 * Books a checked file, once, and answers with the result; a long booking goes on after the answer. Of two files with one content the first is
 * booked, for both. Throws COURIER_FILE_NOT_FOUND, NOTHING_TO_BOOK.
 */
export async function bookFile(deps: Deps, who: Principal, id: string) {
  const booked = await begin(deps, who, id)
  const isOver = new AbortController()
  await Promise.race([deps.jobs.run(JOB), setTimeout(WAIT_MS, undefined, { signal: isOver.signal })])
  isOver.abort()
  return getCourierFile(deps, booked)
}

/** From here on the file will be booked. Gives its id, or that of an earlier file with the same content. */
const begin = (deps: Deps, who: Principal, id: string) =>
  transact(deps, async (tx) => {
    await takeTurns(tx, JOB)
    const row = await tx.selectFrom('courier_files').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || row.state === 'checking') throw courierFileNotFound()
    if (row.state !== 'checked') return id
    const key = bookedKey(row)
    const first = await tx.selectFrom('courier_files').select('id').where('booked_key', '=', key).executeTakeFirst()
    if (first) return first.id
    const { counts } = readSummary(row.summary)
    if (counts.toBook === 0) throw nothingToBook()
    const at = deps.now()
    const lines = counts.toBook === 1 ? '1 line' : `${counts.toBook} lines`
    const sellerEmail = await recordAct(tx, {
      ...{ who, action: 'courier-file.booked', subject: id, at },
      summary: `Courier’s file ${row.name} (${fileKindNames[row.kind].toLowerCase()}): ${lines} to book`,
    })
    const booking = { booked_key: key, booked_at: at.getTime(), seller_id: who.id, seller_email: sellerEmail }
    await moveFile(tx, id, 'booking', booking)
    return id
  })

/** Gives whether there may be more. Throws when the database is away or full; then the part waits. */
async function bookNextPart(deps: Deps, id: string) {
  try {
    return await transact(deps, (tx) => bookPart(deps, tx, id))
  } catch (error) {
    // After a deadlock the part is done again.
    if (databaseFailure(error) === 'busy') return true
    throw error
  }
}

async function bookPart(deps: Deps, tx: Tx, id: string) {
  // The lock stays to the end, so no two processes book the same part.
  const file = await tx
    .updateTable('courier_files')
    .set({ state: 'booking' })
    .where('id', '=', id)
    .where('state', '=', 'booking')
    .returningAll()
    .executeTakeFirst()
  if (!file) return false
  const lines = await tx
    .selectFrom('courier_file_lines')
    .selectAll()
    .where('file_id', '=', id)
    .where('done', '=', 0)
    .orderBy('order_id')
    .orderBy('line')
    .limit(PART_LINES)
    .execute()
  if (lines.length === 0) {
    await moveFile(tx, id, 'booked')
    return false
  }
  const booked = await bookLines(deps, tx, file, lines)
  await tx
    .updateTable('courier_files')
    .set((file) => ({
      booked_lines: file('booked_lines', '+', booked.lines),
      booked_paise: file('booked_paise', '+', booked.cash),
    }))
    .where('id', '=', id)
    .execute()
  return true
}

/** Deletes unbooked checks and old lines; booked files stay, so that none is booked again. */
export async function tidyCourierFiles({ db, now }: { db: Db; now: () => Date }) {
  const at = now().getTime()
  const files = () => db.deleteFrom('courier_files')
  await files()
    .where('state', '=', 'checking')
    .where('checked_at', '<', at - HOUR_MS)
    .execute()
  await files()
    .where('state', '=', 'checked')
    .where('checked_at', '<', at - KEEP_CHECK_MS)
    .execute()
  const old = db
    .selectFrom('courier_files')
    .select('id')
    .where('state', '=', 'booked')
    .where('booked_at', '<', at - KEEP_LINES_MS)
  await db.deleteFrom('courier_file_lines').where('file_id', 'in', old).execute()
}
