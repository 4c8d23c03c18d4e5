import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { notReady, stopping } from '#shared/app-error.ts'
import { SECOND_MS } from '#shared/time.ts'

const ping: RawBuilder<unknown> = sql`select 1`
/** A database that takes longer is as good as away. */
const PING_TIMEOUT_MS = 2 * SECOND_MS

/** Throws what the database threw, or that it does not answer. */
export const pingDatabase = (db: Db) => ping.execute(db, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })

/** /healthz: the process is up. /readyz: it is not stopping and the database answers. */
export function healthRoutes(app: FastifyInstance) {
  app.get('/healthz', { config: { vital: true } }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ success: true }),
  )
  app.get('/readyz', { config: { vital: true } }, async (_, reply) => {
    if (app.drain.isOn) throw stopping()
    await pingDatabase(app.deps.db).catch((error) => {
      app.log.warn({ err: error }, 'the database does not answer')
      throw notReady()
    })
    return reply.header('cache-control', 'no-store').send({ success: true })
  })
}
