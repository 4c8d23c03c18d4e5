import type { FastifyInstance } from 'fastify'
import type { Job } from './background.ts'
import type { Deps, OwnDeps } from './deps.ts'
import type { MailKind } from './mail/mail-kinds.ts'

/** All that the process must know of a feature: its feature.ts says it. */
export interface Feature {
  /** What it adds to `deps`. */
  gives?: (own: OwnDeps) => Partial<Deps> | Promise<Partial<Deps>>
  /** Its endpoints. */
  routes?: (app: FastifyInstance) => void | Promise<void>
  /** Work in the background, which starts with the shop and stops with it. */
  jobs?: (deps: Deps) => Job[]
  /** The kinds of mails that it queues. */
  mails?: readonly MailKind[]
  /** What must be in the database before the shop opens. */
  prepare?: (deps: Deps) => Promise<void>
  /** Deletes what nobody needs any more; every hour. */
  tidy?: (deps: Deps) => Promise<void>
}
