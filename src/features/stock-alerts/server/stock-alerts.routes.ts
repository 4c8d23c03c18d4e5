import type { FastifyInstance } from 'fastify'
import * as contract from '#features/catalog/stock-alerts.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import * as alerts from './stock-alerts.ts'

export function stockAlertRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    askStockAlert: async ({ params, body, request }) =>
      alerts.askStockAlert(deps, await deps.sessions.find('user', request.headers.cookie), params.id, body.email),
    confirmStockAlert: ({ body }) => alerts.confirmStockAlert(deps, body.token),
    stopStockAlerts: ({ body }) => alerts.stopStockAlerts(deps.db, body.token),
  })
}
