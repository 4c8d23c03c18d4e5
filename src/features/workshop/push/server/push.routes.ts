import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../push.contract.ts'
import * as push from './subscriptions.ts'

export function pushRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getPush: ({ session }) => push.pushState(deps, session),
    allowPush: ({ session, body }) => push.allow(deps, session, body),
    endPush: ({ session }) => push.end(deps, session),
  })
}
