import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import { notReady, stopping } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { SECOND_MS } from '#shared/time.ts'
import { implement } from './implement.ts'

const ping: RawBuilder<unknown> = sql`select 1`
/** A database that takes longer counts as unreachable. */
const PING_TIMEOUT_MS = 2 * SECOND_MS

/** Throws what the database threw, or that it does not answer. */
export const pingDatabase = (db: Db) => ping.execute(db, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })

const check = { access: 'public', isVital: true, response: z.object({}) } as const
export const getHealth = endpoint('GET', '/healthz', { ...check, summary: 'The process is up' })
export const getReadiness = endpoint('GET', '/readyz', {
  ...check,
  summary: 'It is not stopping, and the database answers',
  errors: [stopping, notReady],
})

export function healthRoutes(app: FastifyInstance) {
  async function checkReadiness() {
    if (app.drain.isOn) throw stopping()
    await pingDatabase(app.deps.db).catch((error) => {
      app.log.warn({ err: error }, 'the database does not answer')
      throw notReady()
    })
    return {}
  }
  implement(app, { getHealth, getReadiness }, { getHealth: () => ({}), getReadiness: checkReadiness })
}
