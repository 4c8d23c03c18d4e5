import type { FastifyInstance } from 'fastify'
import * as print from '#features/orders/parcels/print.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import { courierFileRoutes } from './courier-file/courier-file.routes.ts'
import { printAsPdf } from './print/print-files.ts'

export function shippingRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, print, { printParcels: ({ query }) => printAsPdf(deps, query) })
  courierFileRoutes(app)
}
