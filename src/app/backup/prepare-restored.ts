import { markRestored } from '#app/restored.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'

/** Brings the database of a backup, which nobody uses yet, to the newest schema, and marks it as restored. It stays one file. */
export async function prepareRestored(databaseFile: string) {
  const db = openDatabase(databaseFile)
  try {
    await migrate(db)
    await markRestored(db, new Date())
  } finally {
    await db.destroy()
  }
}
