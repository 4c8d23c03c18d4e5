import pg from 'pg'

/** `disk`: nothing can be written. `away`: the database cannot be reached. `busy`: a lock or deadlock; trying again may work. */
export type DatabaseFailure = 'disk' | 'away' | 'busy'

/** By primary result code, which is the lowest byte of an extended one. */
const sqlite: Record<number, DatabaseFailure> = {
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'disk', // SQLITE_READONLY: a disk with faults is mounted so
  10: 'disk', // SQLITE_IOERR
  13: 'disk', // SQLITE_FULL
  14: 'disk', // SQLITE_CANTOPEN: no room for the log beside the database
}
/** SQLITE_IOERR_READ, _SHORT_READ, _CORRUPTFS: the file is damaged; trying again does not help. */
const DAMAGE: readonly number[] = [266, 522, 8458]

const postgres: Record<string, DatabaseFailure> = {
  '08': 'away', // connection exceptions
  '57P': 'away', // shut down, crashed, starting up
  '25006': 'away', // read only: a standby that has not taken over yet
  '53100': 'disk', // disk full
  '58030': 'disk', // I/O error
  '53': 'busy', // out of memory or connections
  '40': 'busy', // deadlock, serialization failure: rolled back
  '55P03': 'busy', // lock not available
  '57014': 'busy', // cancelled by a timeout of the server
}

/** Errors of files and sockets; other users of sockets throw errors of their own. */
const system: Record<string, DatabaseFailure> = {
  ...{ ENOSPC: 'disk', EDQUOT: 'disk', EROFS: 'disk', EFBIG: 'disk' },
  ...{
    ECONNREFUSED: 'away',
    ECONNRESET: 'away',
    EPIPE: 'away',
    ETIMEDOUT: 'away',
    ENOTFOUND: 'away',
    EAI_AGAIN: 'away',
  },
  ...{ EHOSTUNREACH: 'away', ENETUNREACH: 'away' },
}

const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect'

export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return postgres[state] ?? postgres[state.slice(0, 3)] ?? postgres[state.slice(0, 2)]
  }
  if ('errcode' in error && typeof error.errcode === 'number')
    return DAMAGE.includes(error.errcode) ? undefined : sqlite[error.errcode & 0xff]
  if (LOST.test(error.message)) return 'away'
  if (error.message === NO_CONNECTION_FREE) return 'busy'
  return 'code' in error && typeof error.code === 'string' ? system[error.code] : undefined
}
