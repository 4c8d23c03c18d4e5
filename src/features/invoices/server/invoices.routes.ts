import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { checked, implement, implementRaw } from '#server/implement.ts'
import {
  getMyInvoice,
  getSellerInvoice,
  type Invoice,
  invoiceParams,
  myInvoicePdfPath,
  sellerInvoicePdfPath,
} from '../invoices.contract.ts'
import { invoiceFileName } from '../invoices.words.ts'
import { invoicePdf } from './invoice.pdf.ts'
import { getInvoice } from './invoices.service.ts'

export function invoiceRoutes(app: FastifyInstance) {
  const { deps } = app
  async function sendPdf(reply: FastifyReply, invoice: Invoice) {
    const parts = await invoicePdf(invoice, deps.config)
    const fileName = invoiceFileName(invoice.number)
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${fileName}"`)
    return reply.send(Readable.from(parts))
  }
  implement(app, getMyInvoice, async ({ session, params }) => ({
    invoice: await getInvoice(deps, params.id, session.accountId),
  }))
  implement(app, getSellerInvoice, async ({ params }) => ({ invoice: await getInvoice(deps, params.id) }))
  implementRaw(
    app,
    { method: 'GET', path: myInvoicePdfPath, access: 'user', summary: 'The invoice of an order as PDF', isHeavy: true },
    async ({ session, request, reply }) => {
      const { id } = checked(invoiceParams, request.params)
      return sendPdf(reply, await getInvoice(deps, id, session.accountId))
    },
  )
  implementRaw(
    app,
    {
      method: 'GET',
      path: sellerInvoicePdfPath,
      access: 'seller',
      summary: 'The invoice of an order as PDF',
      isHeavy: true,
    },
    async ({ request, reply }) => {
      const { id } = checked(invoiceParams, request.params)
      return sendPdf(reply, await getInvoice(deps, id))
    },
  )
}
