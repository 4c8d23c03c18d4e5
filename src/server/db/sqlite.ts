import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { readingSnapshots } from './snapshot.ts'
import { SqliteDriver } from './sqlite-driver.ts'

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
  connection.exec('PRAGMA busy_timeout = 5000')
  connection.exec('PRAGMA cache_size = -12000')
  return connection
}

/** Several may wait for the connection at once: the driver lets them take turns. */
class TurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export const sqliteDialect = (connection: DatabaseSync): Dialect =>
  readingSnapshots({
    createDriver: () => new SqliteDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TurnsAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  })
