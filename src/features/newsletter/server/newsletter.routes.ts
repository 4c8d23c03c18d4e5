import type { FastifyInstance } from 'fastify'
import { sendCsv } from '#kernel/http/csv.ts'
import { implement, implementRaw } from '#kernel/http/implement.ts'
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
  implement(app, subscribe, ({ body }) => newsletter.subscribe(deps, body.email))
  implement(app, confirmSubscription, async ({ body, request }) =>
    newsletter.confirm(deps, body.token, await deps.sessions.find('user', request.headers.cookie)),
  )
  implement(app, unsubscribe, ({ body }) => newsletter.unsubscribe(deps.db, body.token))
  implement(app, listSubscriptions, ({ query }) => newsletter.listSubscriptions(deps.db, query.page))
  implementRaw(
    app,
    {
      method: 'GET',
      path: subscriptionsCsvPath,
      access: 'seller',
      summary: 'Who is subscribed, as CSV',
      isHeavy: true,
    },
    async ({ reply }) => {
      return sendCsv(reply, 'newsletter.csv', newsletter.subscriptionsHeading, newsletter.subscriptionRows(deps.db))
    },
  )
}
