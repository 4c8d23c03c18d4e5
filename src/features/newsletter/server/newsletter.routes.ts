import type { FastifyInstance } from 'fastify'
import { implement, implementRaw } from '#server/implement.ts'
import {
  confirmSubscription,
  listSubscriptions,
  subscribe,
  subscriptionsCsvPath,
  unsubscribe,
} from '../newsletter.contract.ts'
import * as newsletter from './newsletter.service.ts'

export function newsletterRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, subscribe, ({ body, request }) => newsletter.subscribe(deps, body.email, request.ip))
  implement(app, confirmSubscription, ({ body }) => newsletter.confirm(deps, body.token))
  implement(app, unsubscribe, ({ body }) => newsletter.unsubscribe(deps.db, body.token))
  implement(app, listSubscriptions, ({ query }) => newsletter.listSubscriptions(deps.db, query.page))
  implementRaw(
    app,
    { method: 'GET', path: subscriptionsCsvPath, access: 'seller', summary: 'Who is subscribed, as CSV' },
    async ({ reply }) => {
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="newsletter.csv"')
      return newsletter.subscriptionsCsv(deps.db)
    },
  )
}
