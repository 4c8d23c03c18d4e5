import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const MAX_STATEMENTS = 500

export type SqliteConnection = ReturnType<typeof createConnection>

/** The one connection to an embedded database. It prepares each statement once, and one caller at a time holds it. */
export function createConnection(openDatabase: () => DatabaseSync) {
  let opened: DatabaseSync | undefined
  const statements = new Map<string, { statement: StatementSync; isReader: boolean }>()
  let isHeld = false
  const waiting: (() => void)[] = []

  function database() {
    if (!opened) throw new Error('the database is not open')
    return opened
  }

  function statementFor(sql: string) {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const statement = database().prepare(sql)
    const made = { statement, isReader: statement.columns().length > 0 }
    statements.set(sql, made)
    return made
  }

  return {
    /** Called before the first statement: Kysely does not close a database that nobody used. */
    open() {
      opened = openDatabase()
    },

    close: () => database().close(),

    async acquire() {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      isHeld = true
    },

    release() {
      const next = waiting.shift()
      if (next) next()
      else isHeld = false
    },

    /** False also after an error on which SQLite has rolled back by itself, such as a full disk. */
    isInTransaction: () => database().isTransaction,

    execute: (sql: string) => database().exec(sql),

    run({ sql, parameters }: CompiledQuery): QueryResult<never> {
      const { statement, isReader } = statementFor(sql)
      if (isReader) return { rows: statement.all(...asValues(parameters)) as never[] }
      const { changes } = statement.run(...asValues(parameters))
      return { rows: [], numAffectedRows: BigInt(changes) }
    },

    iterate: ({ sql, parameters }: CompiledQuery) => statementFor(sql).statement.iterate(...asValues(parameters)),
  }
}

const asValues = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
