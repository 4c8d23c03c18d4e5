import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../webhooks.contract.ts'
import * as webhooks from './webhooks.service.ts'

export function webhookRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listWebhooks: ({ session }) => webhooks.listWebhooks(deps, session),
    makeWebhook: ({ session, body }) => webhooks.makeWebhook(deps, session, body),
    removeWebhook: ({ session, params }) => webhooks.removeWebhook(deps, session, params.id),
    resumeWebhook: ({ session, params }) => webhooks.resumeWebhook(deps, session, params.id),
    listDeliveries: ({ params, query }) => webhooks.listDeliveries(deps, params.id, query.page),
    sendAgain: ({ session, params }) => webhooks.sendAgain(deps, session, params),
  })
}
