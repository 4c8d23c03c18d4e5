import { PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readingSnapshots } from './snapshot.ts'
import { leavingStandbys } from './standby.ts'

const INT8_OID = 20
/** Of one process. */
export const MAX_CONNECTIONS = 16

/** PostgreSQL's bigint as a number: paise and milliseconds stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
}

/** Kysely's lock around migrations belongs to a session, which a pooler between us and PostgreSQL may share: `migrate` has its own. */
const noLock = { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} }

export function postgresDialect(url: string, onError: (error: Error) => void, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 5000, types })
  // A connection that breaks emits an error, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', onError))
  // The pool emits it again for idle connections, and replaces them.
  pool.on('error', () => {})
  return Object.assign(readingSnapshots(leavingStandbys(new PostgresDialect({ pool }))), {
    createAdapter: () => Object.assign(new PostgresAdapter(), noLock),
  })
}
