import { randomBytes } from 'node:crypto'
import type { Db } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'

/** As long as the hash of a password, and of none: nobody can log in. */
export const noPassword = () =>
  `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

export async function addInventedShopper(db: Db, { name, email }: { name: string; email: string }, now: Date) {
  const at = now.getTime()
  const row = { id: newId(), name, email, password_hash: noPassword(), created_at: at, email_confirmed_at: at }
  await db.insertInto('users').values(row).execute()
  return row.id
}
