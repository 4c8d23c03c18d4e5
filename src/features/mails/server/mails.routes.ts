import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { getHeldMails, releaseHeldMails } from '../mails.contract.ts'
import * as held from './held-mails.ts'

export function mailRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, getHeldMails, () => held.readHeldMails(deps.db))
  implement(app, releaseHeldMails, ({ session, body }) => held.releaseHeldMails(deps, session.accountId, body.action))
}
