import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { notReady, stopping } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { Db } from '../db/database.ts'
import { implement } from '../http/implement.ts'

const ping: RawBuilder<unknown> = sql`select 1`
const PING_TIMEOUT_MS = 2 * SECOND_MS

/** Throws the database's error, or one after 2 s without an answer. */
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
