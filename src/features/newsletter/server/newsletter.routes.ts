import type { FastifyInstance } from 'fastify'
import { recordExport } from '#features/audit/server/audit.service.ts'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../newsletter.contract.ts'
import * as newsletter from './newsletter.service.ts'

export function newsletterRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    subscribe: ({ body }) => newsletter.subscribe(deps, body.email),
    confirmSubscription: async ({ body, request }) =>
      newsletter.confirm(deps, body.token, await deps.sessions.find('user', request.headers.cookie)),
    unsubscribe: ({ body }) => newsletter.unsubscribe(deps.db, body.token),
    listSubscriptions: ({ query }) => newsletter.listSubscriptions(deps.db, query.page),
    exportSubscriptions: async ({ session }) => {
      await recordExport(deps, session, {
        ...{ action: 'newsletter.exported', subject: 'newsletter' },
        summary: 'Addresses of the newsletter exported',
      })
      return csvFile('newsletter.csv', newsletter.subscriptionsHeading, newsletter.subscriptionRows(deps.db))
    },
  })
}
