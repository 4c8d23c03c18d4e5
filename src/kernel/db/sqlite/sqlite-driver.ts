import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { SECOND_MS } from '#shared/time.ts'
import { databaseFailure } from '../failures.ts'
import { createConnection, type SqliteConnection } from './sqlite-connection.ts'
import { createGroupCommit, type GroupCommit, isWrite } from './sqlite-group-commit.ts'

const defaultWaiting = { timeoutMs: 5 * SECOND_MS, pauseMs: 10 }
export type Waiting = typeof defaultWaiting

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/** Kysely's driver for node:sqlite. Callers take turns on the one connection, and their changes share commits. */
export function createSqliteDriver(openDatabase: () => DatabaseSync, waiting = defaultWaiting): Driver {
  const connection = createConnection(openDatabase)
  const group = createGroupCommit(connection)
  return {
    init: async () => connection.open(),

    async destroy() {
      group.close()
      connection.close()
    },

    async acquireConnection() {
      await connection.acquire()
      return createTurn(connection, group, waiting)
    },

    async releaseConnection(turn) {
      if (isTurn(turn)) turn.end()
    },

    // These are statements, so that listeners hear of them.
    beginTransaction: async (turn) => void (await turn.executeQuery(BEGIN)),
    commitTransaction: async (turn) => void (await turn.executeQuery(COMMIT)),
    rollbackTransaction: async (turn) => void (await turn.executeQuery(ROLLBACK)),
  }
}

interface Turn extends DatabaseConnection {
  end(): void
}

const isTurn = (connection: DatabaseConnection): connection is Turn => 'end' in connection

function createTurn(connection: SqliteConnection, group: GroupCommit, waiting: Waiting): Turn {
  /** `waitingForDisk`: others use the connection until the commit is on disk, or another process has written. */
  let state: 'single' | 'transaction' | 'failed' | 'waitingForDisk' = 'single'
  let failure: unknown

  function release() {
    state = 'waitingForDisk'
    group.flushIfDue()
    connection.release()
  }

  async function reacquire() {
    if (state === 'failed') throw failure
    if (state !== 'waitingForDisk') return
    await connection.acquire()
    state = 'single'
  }

  /** Tries until no other process writes. The wait is here because SQLite's own would block the event loop. */
  async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
    const since = performance.now()
    for (;;) {
      try {
        return attempt()
      } catch (error) {
        if (databaseFailure(error) !== 'busy' || performance.now() - since > waiting.timeoutMs) throw error
      }
      release()
      await setTimeout(waiting.pauseMs)
      await reacquire()
    }
  }

  async function begin() {
    await reacquire()
    await retryWhileBusy(group.begin)
    state = 'transaction'
  }

  async function commit() {
    if (state !== 'transaction') throw failure ?? new Error('there is no transaction')
    const written = group.commit()
    release()
    await written
  }

  async function rollback() {
    if (state !== 'transaction') return
    const written = group.rollback()
    release()
    await written
  }

  function runInTransaction(query: CompiledQuery) {
    try {
      return group.runInTransaction(query)
    } catch (error) {
      if (!group.isInTransaction()) {
        state = 'failed'
        failure = error
      }
      throw error
    }
  }

  async function runAlone(query: CompiledQuery): Promise<QueryResult<never>> {
    const { result, written } = await retryWhileBusy(() => group.runAlone(query))
    if (!written) return result()
    release()
    try {
      await written
    } catch (error) {
      if (isWrite(query.sql)) throw error
      // The group's transaction failed, so the read is repeated.
      return run(query)
    }
    return result()
  }

  async function run(query: CompiledQuery) {
    await reacquire()
    return state === 'transaction' ? runInTransaction(query) : runAlone(query)
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (query === BEGIN) await begin()
      else if (query === COMMIT) await commit()
      else if (query === ROLLBACK) await rollback()
      else return run(query)
      return { rows: [] }
    },

    async *streamQuery<R>(query: CompiledQuery) {
      await reacquire()
      for (const row of group.iterate(query)) yield { rows: [row as R] }
    },

    end() {
      if (state !== 'waitingForDisk') release()
    },
  }
}
