import { setImmediate, setTimeout } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { courierFileNotFound, nothingToBook } from '../../courier-file.contract.ts'
import { fileKindNames } from '../../courier-file.kinds.ts'
import { bookLines } from './book-lines.ts'
import { bookedKey, getCourierFile } from './courier-files.ts'
import { readSummary } from './file-summary.ts'

const JOB = 'courier-files'

/**
 * Lines booked in one transaction, each with its order locked: others wait no longer for them than some milliseconds on the embedded
 * database, and less than a second on PostgreSQL.
 */
const PART_LINES = 20
/** A booking whose process died goes on after this time, in whichever process looks first. */
const LOOK_EVERY_MS = 10 * SECOND_MS
/** An answer waits so long for the booking to end; most do within it. */
const WAIT_MS = 5 * SECOND_MS
/** A check that nobody booked is kept so long, and the lines of a booked file. */
const KEEP_CHECK_MS = 7 * DAY_MS
const KEEP_LINES_MS = 180 * DAY_MS

/** Books what waits, whichever process began it. */
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
 * Books a checked file, once, and answers with what came of it; of two with the same content the first is booked, and answered for both.
 * What takes longer goes on after the answer. Throws COURIER_FILE_NOT_FOUND, NOTHING_TO_BOOK.
 */
export async function bookFile(deps: Deps, sellerId: string, id: string) {
  const booked = await begin(deps, sellerId, id)
  const isOver = new AbortController()
  await Promise.race([deps.jobs.run(JOB), setTimeout(WAIT_MS, undefined, { signal: isOver.signal })])
  isOver.abort()
  return getCourierFile(deps.db, booked)
}

/** From here on it is booked, whatever happens. Says which file it is: another one, where that has the same content. */
const begin = (deps: Deps, sellerId: string, id: string) =>
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
      ...{ sellerId, action: 'courier-file.booked', subject: id, at },
      summary: `Courier’s file ${row.name} (${fileKindNames[row.kind].toLowerCase()}): ${lines} to book`,
    })
    await tx
      .updateTable('courier_files')
      .set({ state: 'booking', booked_key: key, booked_at: at.getTime() })
      .set({ seller_id: sellerId, seller_email: sellerEmail })
      .where('id', '=', id)
      .execute()
    return id
  })

/** Says whether there may be more. Throws what the database throws when it is away or full; then the part waits. */
async function bookNextPart(deps: Deps, id: string) {
  try {
    return await transact(deps, (tx) => bookPart(deps, tx, id))
  } catch (error) {
    // Lost a deadlock against another transaction: this part is done again.
    if (databaseFailure(error) === 'busy') return true
    throw error
  }
}

async function bookPart(deps: Deps, tx: Tx, id: string) {
  // The file's row stays locked to the end, so two processes never book the same part.
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
    await tx.updateTable('courier_files').set({ state: 'booked' }).where('id', '=', id).execute()
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

/** Deletes checks that nobody booked, and lines of files that were booked long ago; the files stay, so that none is booked again. */
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
