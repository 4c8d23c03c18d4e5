import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { SECOND_MS } from '#shared/time.ts'
import type { Db } from '../database.ts'
import { databaseFailure } from '../failures.ts'

const ping: RawBuilder<unknown> = sql`select 1`
const TIMEOUT_MS = 10 * SECOND_MS
const PAUSE_MS = 250

/** Waits until the database answers. Throws its error: at once for a refusal, after 10 s when it is away. */
export async function reachDatabase(db: Db, timeoutMs = TIMEOUT_MS) {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      await ping.execute(db)
      return
    } catch (error) {
      if (databaseFailure(error) === undefined || performance.now() > deadline) throw error
    }
    await setTimeout(PAUSE_MS)
  }
}
