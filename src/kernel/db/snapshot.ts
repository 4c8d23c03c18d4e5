import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'

/** One state of the database, for reading. */
export interface Snapshot {
  connection: DatabaseConnection
}

/** Offered by whoever makes a page, used by the reads that are to be of one state. */
const offered = new AsyncLocalStorage<{ snapshot: Snapshot; isUsed: boolean }>()
const ofSnapshots = new WeakSet<DatabaseConnection>()

/** Has `work` see one state of the database, on a connection that is held meanwhile. Throws what the database throws. */
export function openSnapshot<T>(db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? 'start transaction isolation level repeatable read, read only' : 'begin deferred'
  return db.getExecutor().provideConnection(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(begin))
    try {
      return await work({ connection: inTurn(connection) })
    } finally {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    }
  })
}

/** A connection runs one statement at a time; a page sends several at once. */
function inTurn(connection: DatabaseConnection): DatabaseConnection {
  let last: Promise<unknown> = Promise.resolve()
  const own: DatabaseConnection = {
    executeQuery(query) {
      const result = last.then(() => connection.executeQuery<never>(query))
      last = result.catch(() => {})
      return result
    },
    streamQuery() {
      throw new Error('a snapshot is not read as a stream')
    },
  }
  ofSnapshots.add(own)
  return own
}

/** What is done within `work` may read from the snapshot: `fromSnapshot`. */
export const offerSnapshot = <T>(snapshot: Snapshot, work: () => T) => offered.run({ snapshot, isUsed: false }, work)

/** Every statement of `work` reads from the snapshot that was offered, if one was. */
export function fromSnapshot<T>(work: () => T) {
  const offer = offered.getStore()
  return offer ? offered.run({ ...offer, isUsed: true }, work) : work()
}

/** Has a dialect send statements that are to come from a snapshot to its connection. */
export function readingSnapshots<D extends Dialect>(dialect: D): D {
  const createDriver = dialect.createDriver.bind(dialect)
  return Object.assign(dialect, {
    createDriver() {
      const driver = createDriver()
      const { acquireConnection, releaseConnection, beginTransaction } = driver
      return Object.assign(driver, {
        acquireConnection: async (...given: Parameters<Driver['acquireConnection']>) => {
          const offer = offered.getStore()
          return offer?.isUsed ? offer.snapshot.connection : acquireConnection.apply(driver, given)
        },
        releaseConnection: async (...given: Parameters<Driver['releaseConnection']>) => {
          if (!ofSnapshots.has(given[0])) await releaseConnection.apply(driver, given)
        },
        beginTransaction: async (...given: Parameters<Driver['beginTransaction']>) => {
          if (ofSnapshots.has(given[0])) throw new Error('a snapshot is for reading')
          await beginTransaction.apply(driver, given)
        },
      })
    },
  })
}
