import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteDialect } from 'kysely'
import { readingSnapshots } from './snapshot.ts'

/** Prepared statements kept per connection; enough for every statement the shop has. */
const MAX_STATEMENTS = 500
const nothingChanged = { changes: 0, lastInsertRowid: 0 }

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
  connection.exec('PRAGMA cache_size = -32000')
  return connection
}

/** Kysely speaks better-sqlite3's interface; this gives it node:sqlite's. */
export function sqliteDialect(connection: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  const statementFor = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const dialect = new SqliteDialect({
    database: {
      close: () => connection.close(),
      prepare(given) {
        // A transaction of ours always writes: take the write lock at once instead of failing halfway.
        const statement = statementFor(given === 'begin' ? 'begin immediate' : given)
        const bind = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...bind(parameters)),
          run: (parameters) =>
            // A full disk has ended the transaction already; its own error must not be hidden by another.
            given === 'rollback' && !connection.isTransaction ? nothingChanged : statement.run(...bind(parameters)),
          iterate: (parameters) => statement.iterate(...bind(parameters)) as IterableIterator<unknown>,
        }
      },
    },
  })
  return readingSnapshots(dialect)
}
