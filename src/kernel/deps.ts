import type { FastifyBaseLogger } from 'fastify'
import type { WordIn } from '#shared/languages.ts'
import type { Word } from '#shared/messages.ts'
import type { Jobs } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Keys } from './guard/keys.ts'
import type { RateLimits } from './guard/rate-limits.ts'
import type { Sessions } from './guard/session.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Storage } from './storage/storage.ts'

export interface OwnDeps {
  db: Db
  config: Config
  log: FastifyBaseLogger
  limits: RateLimits
  storage: Storage
  jobs: Jobs
  metrics: Metrics
  now: () => Date
  clock: Clock
  /** In English: for the office, log and history. */
  word: Word
  wordIn: WordIn
}

/** What services work with. A feature adds its own (`declare module`) and gives it in feature.ts; so one below can call one above. */
export interface Deps extends OwnDeps {
  sessions: Sessions
  keys: Keys
}
