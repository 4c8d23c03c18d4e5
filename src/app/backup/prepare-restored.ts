import { markRestored } from '#app/restored.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'

/** Brings a backup's unused database to the newest schema, and marks it as restored. It stays one file. */
export async function prepareRestored(databaseFile: string, madeAt: Date) {
  const db = openDatabase(databaseFile)
  try {
    await migrate(db)
    return await markRestored(db, new Date(), {}, madeAt)
  } finally {
    await db.destroy()
  }
}
