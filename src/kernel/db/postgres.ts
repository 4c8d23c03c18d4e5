import { Socket } from 'node:net'
import {
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { leavingStandbys } from './standby.ts'
import { nameOfStatement } from './statement-names.ts'

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
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    types,
    // Statements are sent without waiting for those before them: BEGIN with the one after it, and what is asked for together.
    pipeline: true,
    stream: gatheringSocket,
  })
  // A connection that breaks emits an error, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', onError))
  // The pool emits it again for idle connections, and replaces them.
  pool.on('error', () => {})
  return Object.assign(leavingStandbys(new PostgresDialect({ pool: connectionsOf(pool) })), {
    createAdapter: () => Object.assign(new PostgresAdapter(), noLock),
  })
}

/** A socket that sends all that is written in one turn of the event loop at once: sending costs more than what is sent. */
function gatheringSocket() {
  const socket = new Socket()
  const { write } = socket
  return Object.assign(socket, {
    write(...given: Parameters<typeof write>) {
      if (socket.writableCorked === 0) {
        socket.cork()
        process.nextTick(() => socket.uncork())
      }
      return write.apply(socket, given)
    },
  })
}

/** The pool as Kysely takes it. */
function connectionsOf(pool: pg.Pool): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const connection = connections.get(client) ?? connectionOf(client, (await setUp(client)).isPostgresItself)
      connections.set(client, connection)
      return connection
    },
    end: () => pool.end(),
  }
}

/**
 * Sets up a new connection. Does it lead to one process of PostgreSQL, and to no other? A pooler such as PgBouncer, which gives each transaction
 * another one, shows by the number of that process, since it tells its clients a number of its own.
 */
async function setUp(client: pg.PoolClient & { processID?: number }) {
  try {
    // Without compiling of statements (jit): none of ours runs so long that this would be made up for.
    const { rows } = await client.query<{ pid: number }>(
      "select pg_backend_pid() as pid, set_config('jit', 'off', false)",
    )
    return { isPostgresItself: rows[0]?.pid === client.processID }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** What a kept statement fails with when a migration has changed a column that it gives. It would for as long as the connection lives. */
const isOutdated = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)

const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const
/** Kysely tells these apart; any other is none of them, and without rows. */
const commandOf = (told: string) => commands.find((command) => command === told) ?? 'SELECT'

/** A connection that keeps named statements, where it can, and sends BEGIN together with the first statement of the transaction. */
function connectionOf(client: pg.PoolClient, keepsStatements: boolean): PostgresPoolClient {
  let begun: Promise<unknown> | undefined
  let isUnusable = false

  async function send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = keepsStatements ? nameOfStatement(text) : undefined
    const result = client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    // Nothing of the transaction is believed before it is known that there is one.
    const both = Promise.all([result, begun])
    begun = undefined
    try {
      const [{ command, rowCount, rows }] = await both
      return { command: commandOf(command), rowCount: rowCount ?? 0, rows }
    } catch (error) {
      if (isOutdated(error)) isUnusable = true
      throw error
    }
  }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(
    text: string | PostgresCursor<unknown>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
    if (typeof text !== 'string') throw new Error('nothing is read from PostgreSQL by cursors')
    if (text !== 'begin') return send(text, values)
    begun = client.query(text)
    begun.catch(() => {})
    return Promise.resolve({ command: commandOf('BEGIN'), rowCount: 0, rows: [] })
  }

  return { query, release: (destroy = false) => client.release(destroy || isUnusable) }
}
