import { DatabaseSync } from 'node:sqlite'

/** Writes SQLite's log into the file after a long read, during which it only grew. If this fails, the shop's next commit does it. */
export function checkpoint(databaseFile: string) {
  try {
    const database = new DatabaseSync(databaseFile)
    try {
      const writeLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
      writeLog.get()
      // Only with nothing left does SQLite sync the file, which takes longest: little has come since the first run.
      writeLog.get()
    } finally {
      database.close()
    }
  } catch {}
}
