import type { FastifyBaseLogger } from 'fastify'
import type { Jobs } from './background.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Metrics } from './http/metrics.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Sessions } from './http/session.ts'
import type { Storage } from './storage/storage.ts'

/** What the kernel has for all features, made once at the start. */
export interface OwnDeps {
  db: Db
  config: Config
  log: FastifyBaseLogger
  limits: RateLimits
  /** Uploaded pictures. */
  storage: Storage
  /** Work in the background. */
  jobs: Jobs
  /** Counters that a feature counts up. */
  metrics: Metrics
  now: () => Date
}

/**
 * What services work with. Features add what others need of them (`declare module`) and give it at the start (feature.ts): so a feature
 * calls one above it without knowing it.
 */
export interface Deps extends OwnDeps {
  sessions: Sessions
}
