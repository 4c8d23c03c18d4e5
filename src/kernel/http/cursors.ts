import type { Db } from '#kernel/db/database.ts'
import { appError } from '#kernel/kernel.messages.ts'

/** A cursor of before a restore: what it has read may not have happened, as the shop knows it now. */
export const cursorNotValid = appError('CURSOR_NOT_VALID', 409)

/**
 * Opens a program's cursor, as in `since`: empty or 0 begins at the first. `numbers` say how far it has read and only grow; `write` makes the next
 * cursor. Throws CURSOR_NOT_VALID where a backup was restored since.
 */
export async function openCursor(db: Db, since: string) {
  const note = await db.selectFrom('shop_notes').select('value').where('key', '=', 'restored-at').executeTakeFirst()
  const life = note ? Date.parse(note.value) : 0
  const write = (...numbers: readonly number[]) => [life, ...numbers].join('-')
  if (Number(since) === 0) return { numbers: [], write }
  const [ofLife, ...numbers] = since.split('-').map(Number)
  if (ofLife !== life) throw cursorNotValid()
  return { numbers, write }
}
