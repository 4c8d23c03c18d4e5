import type { FastifyInstance } from 'fastify'
import type { Deps, OwnDeps } from './deps.ts'

/** Work in the background, which starts with the shop and stops with it. */
export interface Job {
  /** Once all routes are there: goes on with what a stop or a crash left. */
  resume?: () => unknown
  /** Once this process listens. */
  open?: () => unknown
  /** Ends when what runs has ended. */
  stop?: () => unknown
}

/** All that the process must know of a feature: its feature.ts says it. */
export interface Feature {
  /** What it adds to `deps`. `whole` gives all of them, once every feature has given. */
  gives?: (own: OwnDeps, whole: () => Deps) => Partial<Deps> | Promise<Partial<Deps>>
  /** Its endpoints. */
  routes?: (app: FastifyInstance) => void | Promise<void>
  jobs?: (deps: Deps) => Job[]
  /** What must be in the database before the shop opens. */
  prepare?: (deps: Deps) => Promise<void>
  /** Deletes what nobody needs any more; every hour. */
  tidy?: (deps: Deps) => Promise<void>
}
