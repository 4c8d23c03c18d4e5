import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../mails.contract.ts'
import * as held from './held-mails.ts'

export function mailRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getHeldMails: () => held.readHeldMails(deps.db),
    releaseHeldMails: ({ session, body }) => held.releaseHeldMails(deps, session, body.action),
  })
}
