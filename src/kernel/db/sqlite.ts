import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { readingSnapshots } from './snapshot.ts'
import { createSqliteDriver, type Waiting } from './sqlite-driver.ts'

/** A new database appears whole or not at all: a file without content is then known to be damage. */
function createSqlite(file: string) {
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const connection = new DatabaseSync(unfinished)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.close()
  renameSync(unfinished, file)
}

/** Opens the embedded database. A commit is on disk when it returns: WAL with synchronous=FULL. */
export function openSqlite(file: string) {
  if (file !== ':memory:' && !existsSync(file)) createSqlite(file)
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')
  // Waiting for another process would hold up the event loop: the driver waits by itself.
  connection.exec('PRAGMA busy_timeout = 0')
  connection.exec('PRAGMA cache_size = -12000')
  return connection
}

class TurnsAdapter extends SqliteAdapter {
  /** Several may wait for the connection at once: the driver lets them take turns. */
  override get supportsMultipleConnections() {
    return true
  }

  /** Tables are made and changed within transactions as rows are; Kysely thinks of older ways to use SQLite. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** `open` is called when the database is first asked for something. */
export const sqliteDialect = (open: () => DatabaseSync, waiting?: Waiting): Dialect =>
  readingSnapshots({
    createDriver: () => createSqliteDriver(open, waiting),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TurnsAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  })
