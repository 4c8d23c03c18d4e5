import type { FastifyInstance } from 'fastify'
import type { Language } from '#shared/languages.ts'
import type { Words } from '#shared/messages.ts'
import type { Job } from './background.ts'
import type { Deps, OwnDeps } from './deps.ts'
import type { MailKind } from './mail/mail-kinds.ts'

/** All that the process must know of a feature: its feature.ts says it. */
export interface Feature {
  gives?: (own: OwnDeps) => Partial<Deps> | Promise<Partial<Deps>>
  routes?: (app: FastifyInstance) => void | Promise<void>
  jobs?: (deps: Deps) => Job[]
  mails?: readonly MailKind[]
  /** The sentences of its messages and errors by language; what makers and applicants may be told has all languages. */
  words?: { en: Words } & Partial<Record<Language, Words>>
  prepare?: (deps: Deps) => Promise<void>
  /** Called every hour, to delete what nobody needs any more. */
  tidy?: (deps: Deps) => Promise<void>
}
