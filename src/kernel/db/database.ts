import { type CompiledQuery, Kysely, type Transaction } from 'kysely'
import { MAX_CONNECTIONS, postgresDialect } from './postgres/postgres.ts'
import { openSqlite, sqliteDialect } from './sqlite/sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
/** Inside a transaction use only this: the embedded database has one connection, for which `db` would wait for ever. */
export type Tx = Transaction<Tables>

type Listener = (statement: CompiledQuery) => void
const listeners = new WeakMap<Db, Set<Listener>>()

/** `where`: `:memory:` or a file for SQLite, a postgres:// address for PostgreSQL. `connections`: the most, on PostgreSQL. */
export function openDatabase(
  where: string,
  onError: (error: Error) => void = () => {},
  connections = MAX_CONNECTIONS,
): Db {
  const dialect = /^postgres(ql)?:/.test(where)
    ? postgresDialect(where, onError, connections)
    : sqliteDialect(() => openSqlite(where))
  const heard = new Set<Listener>()
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => heard.forEach((listen) => void listen(query)) })
  listeners.set(db, heard)
  return db
}

/** Calls `listen` after each statement, done or failed; begin and commit count. Returns the function that ends this. */
export function listenToStatements(db: Db, listen: Listener) {
  const heard = listeners.get(db)
  if (!heard) throw new Error('this database was not opened by openDatabase')
  heard.add(listen)
  return () => heard.delete(listen)
}
