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
import { nameOfStatement } from '../query/statement-names.ts'
import { leavingStandbys } from './standby.ts'

const INT8_OID = 20
export const MAX_CONNECTIONS = 16

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
}

/** `migrate` has its own lock: Kysely's belongs to a session, which a pooler may share. */
const noLock = { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} }

export function postgresDialect(url: string, onError: (error: Error) => void, connections: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    types,
    pipeline: true,
    stream: gatheringSocket,
  })
  // Without a listener the error of a broken connection would end the process. The pool replaces such connections.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  return Object.assign(leavingStandbys(new PostgresDialect({ pool: connectionsOf(pool) })), {
    createAdapter: () => Object.assign(new PostgresAdapter(), noLock),
  })
}

/** A socket that sends at once all that is written in one turn of the event loop: each sending is dear, whatever its size. */
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

/** Tells PostgreSQL from a pooler such as PgBouncer, which gives each transaction another process, and its clients another number. */
async function setUp(client: pg.PoolClient & { processID?: number }) {
  try {
    const { rows } = await client.query<{ pid: number }>(
      "select pg_backend_pid() as pid, set_config('jit', 'off', false)",
    )
    return { isPostgresItself: rows[0]?.pid === client.processID }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A kept statement fails so after a migration changed one of its columns, for as long as the connection lives. */
const isOutdated = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)

const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const
const commandOf = (told: string) => commands.find((command) => command === told) ?? 'SELECT'

/** A connection that keeps named statements where it can, and sends BEGIN together with the transaction's first statement. */
function connectionOf(client: pg.PoolClient, keepsStatements: boolean): PostgresPoolClient {
  let begun: Promise<unknown> | undefined
  let isUnusable = false

  async function send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = keepsStatements ? nameOfStatement(text) : undefined
    const result = client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
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
