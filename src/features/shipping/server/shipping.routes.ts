import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { recordExport } from '#features/audit/server/audit.service.ts'
import * as print from '#features/orders/parcels/print.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import { courierFileRoutes } from './courier-file/courier-file.routes.ts'
import { printAsPdf } from './print/print-files.ts'

export function shippingRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, print, {
    printParcels: async ({ session, query }) => {
      const file = await printAsPdf(deps, query)
      if (query.what.some((part) => part !== 'picking'))
        await recordExport(deps, session, { action: 'parcels.printed', subject: 'parcels', summary: printed(query) })
      return file
    },
  })
  courierFileRoutes(app)
}

/** Slips and labels have addresses. */
function printed({ what, orders = [], parcels = [] }: z.output<typeof print.printParcels.query>) {
  const of = [orders.length > 0 ? `${orders.length} orders` : '', parcels.length > 0 ? `${parcels.length} parcels` : '']
  return `Printed ${what.join(', ')} of ${of.filter(Boolean).join(' and ')}`
}
