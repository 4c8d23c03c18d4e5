import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { notReady } from '#shared/app-error.ts'
import type { Db } from './db/database.ts'

const ping: RawBuilder<unknown> = sql`select 1`

/** Throws what the database threw. */
export const pingDatabase = (db: Db) => ping.execute(db)

/** /healthz: the process is up. /readyz: the database answers. */
export function healthRoutes(app: FastifyInstance) {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ success: true }))
  app.get('/readyz', async (_, reply) => {
    await pingDatabase(app.deps.db).catch((error) => {
      app.log.warn({ err: error }, 'the database does not answer')
      throw notReady()
    })
    return reply.header('cache-control', 'no-store').send({ success: true })
  })
}
