import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import pg from 'pg'

const READ_ONLY = '25006'
/** Ends a session that leads to a standby, even one that a pooler would use again. Where it works, it answers with an error. */
const leave = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid()) where pg_is_in_recovery()')

/** Drops connections on which a standby refused a write: the address soon leads to the primary again, an open connection does not. */
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
          if (refused.delete(given[0])) await given[0].executeQuery(leave).catch(() => {})
          await releaseConnection.apply(driver, given)
        },
      })
    },
  })
}
