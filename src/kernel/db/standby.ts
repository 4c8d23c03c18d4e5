import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import pg from 'pg'

/** SQLSTATE of a write that a standby, or the server that was the primary until a moment ago, refuses. */
const READ_ONLY = '25006'
/** Ends the session if it leads to a standby; also the one that a pooler between us and it would use again. */
const leave = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid()) where pg_is_in_recovery()')

/**
 * Has a dialect drop connections on which a standby refused a write. The database's address leads to the primary again in a moment;
 * a connection that is open stays where it leads.
 */
export function leavingStandbys<D extends Dialect>(dialect: D): D {
  const createDriver = dialect.createDriver.bind(dialect)
  return Object.assign(dialect, {
    createDriver() {
      const driver = createDriver()
      const { acquireConnection, releaseConnection } = driver
      const watched = new WeakSet<DatabaseConnection>()
      const refused = new WeakSet<DatabaseConnection>()

      function watch(connection: DatabaseConnection) {
        const executeQuery = connection.executeQuery.bind(connection)
        watched.add(connection)
        connection.executeQuery = (...given) =>
          executeQuery<never>(...given).catch((error) => {
            if (error instanceof pg.DatabaseError && error.code === READ_ONLY) refused.add(connection)
            throw error
          })
      }
      return Object.assign(driver, {
        acquireConnection: async (...given: Parameters<Driver['acquireConnection']>) => {
          const connection = await acquireConnection.apply(driver, given)
          if (!watched.has(connection)) watch(connection)
          return connection
        },
        releaseConnection: async (...given: Parameters<Driver['releaseConnection']>) => {
          // It is answered with an error where it does what it is for.
          if (refused.delete(given[0])) await given[0].executeQuery(leave).catch(() => {})
          await releaseConnection.apply(driver, given)
        },
      })
    },
  })
}
