import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  type LimitNode,
  type OffsetNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createSqliteDriver, type Waiting } from './sqlite-driver.ts'

/** A new database file appears whole or not at all, so an empty file is known to be damaged. */
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
  // SQLite's own waiting would block the event loop: the driver waits instead.
  connection.exec('PRAGMA busy_timeout = 0')
  connection.exec('PRAGMA cache_size = -12000')
  return connection
}

class TurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

/** SQLite plans by the value of a plain `limit ?` and prepares the statement anew at every call; a cast it prepares once. */
class PreparedOnceCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode) {
    this.append('limit cast(')
    this.visitNode(node.limit)
    this.append(' as integer)')
  }

  protected override visitOffset(node: OffsetNode) {
    this.append('offset cast(')
    this.visitNode(node.offset)
    this.append(' as integer)')
  }
}

export const sqliteDialect = (open: () => DatabaseSync, waiting?: Waiting): Dialect => ({
  createDriver: () => createSqliteDriver(open, waiting),
  createQueryCompiler: () => new PreparedOnceCompiler(),
  createAdapter: () => new TurnsAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
