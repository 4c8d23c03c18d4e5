import type { CompiledQuery, QueryResult } from 'kysely'
import { type Deferred, deferred } from '#shared/deferred.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

const MAX_MEMBERS = 64

export const isWrite = (sql: string) => /^\s*(insert|update|delete)\b/i.test(sql)
/** These may run inside a transaction; `vacuum` and pragmas run only alone. */
const isPlain = (sql: string) => isWrite(sql) || /^\s*(select|with)\b/i.test(sql)

/** One transaction of SQLite. Its members are the shop's transactions, each a savepoint, and single statements. */
interface Group {
  members: number
  written: Deferred<void>
}

export interface Outcome {
  result: () => QueryResult<never>
  /** Nobody may hear the result before this resolves: the change, or the row that was read, may still be lost. */
  written?: Promise<void>
}

export type GroupCommit = ReturnType<typeof createGroupCommit>

/** Lets simultaneous changes share one commit (docs/decisions/0016). Every answer waits for it, reads and refusals too. */
export function createGroupCommit(connection: SqliteConnection) {
  let group: Group | undefined
  let isInTransaction = false
  let isFlushDue = false

  function openGroup() {
    if (group) return
    // Takes the write lock now: a transaction that asks for it at its first write could be refused halfway.
    connection.execute('begin immediate')
    const written = deferred<void>()
    written.promise.catch(() => {})
    group = { members: 0, written }
  }

  function join() {
    if (!group) throw new Error('there is no transaction')
    const joined = group
    joined.members += 1
    // Requests that have arrived by now run first, so they can join.
    if (joined.members === 1) setImmediate(() => flushWhenPossible(joined))
    return joined.written.promise
  }

  function flushWhenPossible(joined: Group) {
    if (group !== joined) return
    if (isInTransaction) isFlushDue = true
    else flush()
  }

  function flush() {
    isFlushDue = false
    if (!group) return
    const { written } = group
    group = undefined
    try {
      connection.execute('commit')
    } catch (error) {
      if (connection.isInTransaction()) connection.execute('rollback')
      written.reject(error)
      return
    }
    written.resolve()
  }

  function fail(error: unknown) {
    isInTransaction = false
    isFlushDue = false
    group?.written.reject(error)
    group = undefined
  }

  function begin() {
    openGroup()
    // The first member needs a savepoint too: others may have joined by the time it is rolled back.
    connection.execute('savepoint member')
    isInTransaction = true
  }

  function commit() {
    connection.execute('release member')
    isInTransaction = false
    return join()
  }

  /** A refusal may rest on another member's change, so it waits for the group too. */
  function rollback() {
    isInTransaction = false
    connection.execute('rollback to member')
    connection.execute('release member')
    return join()
  }

  function runInTransaction(query: CompiledQuery) {
    try {
      return connection.run(query)
    } catch (error) {
      if (!connection.isInTransaction()) fail(error)
      throw error
    }
  }

  function runAlone(query: CompiledQuery): Outcome {
    if (!isPlain(query.sql)) flush()
    else if (isWrite(query.sql)) openGroup()
    if (!group) {
      const result = connection.run(query)
      return { result: () => result }
    }
    try {
      const result = connection.run(query)
      return { result: () => result, written: join() }
    } catch (error) {
      if (!connection.isInTransaction()) fail(error)
      if (!group) throw error
      const refuse = () => {
        throw error
      }
      return { result: refuse, written: join() }
    }
  }

  return {
    begin,
    commit,
    rollback,
    runInTransaction,
    runAlone,
    isInTransaction: () => isInTransaction,

    /** Outside a transaction the group is committed first, so that no row that is read can be lost. */
    iterate(query: CompiledQuery) {
      if (!isInTransaction) flush()
      return connection.iterate(query)
    },

    flushIfDue() {
      if (isFlushDue || (group && group.members >= MAX_MEMBERS)) flush()
    },

    close() {
      if (isInTransaction) rollback()
      flush()
    },
  }
}
