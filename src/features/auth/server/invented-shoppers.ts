import type { Db } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { noPassword } from './no-password.ts'

export async function addInventedShopper(db: Db, { name, email }: { name: string; email: string }, now: Date) {
  const at = now.getTime()
  const row = { id: newId(), name, email, password_hash: noPassword(), created_at: at, email_confirmed_at: at }
  await db.insertInto('users').values(row).execute()
  return row.id
}
