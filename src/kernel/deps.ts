import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Metrics } from './http/metrics.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Sessions } from './http/session.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Storage } from './storage/storage.ts'

/** What services work with, made once at the start. A feature may add what others need of it. */
export interface Deps {
  db: Db
  config: Config
  log: FastifyBaseLogger
  limits: RateLimits
  /** Uploaded pictures. */
  storage: Storage
  /** Wakes the mail worker; call it after a commit that queued mail. */
  mailer: Mailer
  sessions: Sessions
  /** Counters that a feature counts up. */
  metrics: Metrics
  now: () => Date
}
