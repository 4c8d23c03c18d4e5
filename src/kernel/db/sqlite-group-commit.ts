import type { CompiledQuery, QueryResult } from 'kysely'
import { type Deferred, deferred } from '#shared/deferred.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** At most this many members share one commit. */
const MAX_MEMBERS = 64

export const isWrite = (sql: string) => /^\s*(insert|update|delete)\b/i.test(sql)
/** May run inside a transaction as well as alone. Others, such as `vacuum` and pragmas, only run alone. */
const isPlain = (sql: string) => isWrite(sql) || /^\s*(select|with)\b/i.test(sql)

/** One transaction of SQLite's. Its members are transactions of the shop, each a savepoint, and single statements. */
interface Group {
  /** Members that have ended and wait for the commit. */
  members: number
  /** Resolves when the group is on disk; rejects when none of it took place. */
  written: Deferred<void>
}

export interface Outcome {
  /** The result, or throws what the statement threw. */
  result: () => QueryResult<never>
  /** When there is one, nobody may hear the result before it resolves: what was changed or read may still be lost. */
  written?: Promise<void>
}

export type GroupCommit = ReturnType<typeof createGroupCommit>

/**
 * Lets changes that are made at the same moment share one commit, since waiting for the disk is what a change costs most. The first
 * change opens a group. The group is committed in the next turn of the event loop, and whatever runs until then joins it. Every
 * answer waits for the commit: changes, reads and refusals alike. The caller holds the connection.
 */
export function createGroupCommit(connection: SqliteConnection) {
  let group: Group | undefined
  /** A member's transaction is open: between `begin` and `commit` or `rollback`. */
  let isInTransaction = false
  /** A flush is due; it runs when the open transaction ends. */
  let isFlushDue = false

  function openGroup() {
    if (group) return
    // Takes the write lock now. A transaction that only asks for it at its first write could be refused halfway.
    connection.execute('begin immediate')
    const written = deferred<void>()
    // Without a member that waits, a failed commit would be an unhandled rejection.
    written.promise.catch(() => {})
    group = { members: 0, written }
  }

  /** Adds a member that has ended. Returns what it has to wait for. */
  function join() {
    if (!group) throw new Error('there is no transaction')
    const joined = group
    joined.members += 1
    // Requests that have arrived by now are handled before it, so they can join.
    if (joined.members === 1) setImmediate(() => flushWhenPossible(joined))
    return joined.written.promise
  }

  function flushWhenPossible(joined: Group) {
    if (group !== joined) return
    if (isInTransaction) isFlushDue = true
    else flush()
  }

  /** Commits the group, if there is one. */
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

  /** SQLite has rolled back by itself: the whole group is lost. */
  function fail(error: unknown) {
    isInTransaction = false
    isFlushDue = false
    group?.written.reject(error)
    group = undefined
  }

  function begin() {
    openGroup()
    // A savepoint for the first member too: others may have joined by the time it is rolled back.
    connection.execute('savepoint member')
    isInTransaction = true
  }

  function commit() {
    connection.execute('release member')
    isInTransaction = false
    return join()
  }

  /** Undoes the open transaction. Its refusal may rest on what another member changed, so it waits for the group as well. */
  function rollback() {
    isInTransaction = false
    connection.execute('rollback to member')
    connection.execute('release member')
    return join()
  }

  /** Runs a statement of the open transaction. Throws what SQLite throws; `isInTransaction` tells if the transaction survived it. */
  function runInTransaction(query: CompiledQuery) {
    try {
      return connection.run(query)
    } catch (error) {
      if (!connection.isInTransaction()) fail(error)
      throw error
    }
  }

  /** Runs a single statement. Throws when nothing was done and nothing has to be waited for. */
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

    /** Reads row by row. Outside a transaction the group is committed first, so that no row can be lost. */
    iterate(query: CompiledQuery) {
      if (!isInTransaction) flush()
      return connection.iterate(query)
    },

    /** Called before the connection is released. */
    flushIfDue() {
      if (isFlushDue || (group && group.members >= MAX_MEMBERS)) flush()
    },

    /** Rolls an open transaction back and commits the members that have ended. */
    close() {
      if (isInTransaction) rollback()
      flush()
    },
  }
}
