import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { startPdfThread } from '#kernel/pdf/pdf-thread.ts'
import { indianDay } from '#shared/day.ts'
import * as print from '../print.contract.ts'
import { courierFileRoutes } from './courier-file/courier-file.routes.ts'
import type { PrintJob } from './print/print-job.ts'
import { readPrintJob } from './print/read-job.ts'

/** The endpoints of all that goes with parcels: what is printed, and the courier's files. */
export function shippingRoutes(app: FastifyInstance) {
  const { deps } = app
  const printer = startPdfThread<PrintJob>(new URL('./print/print.worker.ts', import.meta.url))
  app.addHook('onClose', printer.stop)
  implement(app, print, {
    printParcels: async ({ query }) => {
      const job = await readPrintJob(deps, query)
      return { name: `parcels-${indianDay(job.printedAt)}.pdf`, content: await printer.make(job) }
    },
  })
  courierFileRoutes(app)
}
