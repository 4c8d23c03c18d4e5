import { DatabaseSync } from 'node:sqlite'

/**
 * Writes SQLite's log into the file, for whoever has read the file for long on another thread. Meanwhile the log could only grow, and
 * the shop's next commit would write all of it at once. When it does not succeed the shop does it, so nothing is thrown.
 */
export function checkpoint(databaseFile: string) {
  try {
    const database = new DatabaseSync(databaseFile)
    try {
      const writeLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
      writeLog.get()
      // What has come meanwhile is little: only with nothing left does SQLite sync the file, which takes longest.
      writeLog.get()
    } finally {
      database.close()
    }
  } catch {}
}
