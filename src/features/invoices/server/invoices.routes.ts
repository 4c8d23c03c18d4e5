import type { FastifyInstance, FastifyReply } from 'fastify'
import { checked, implement, implementRaw } from '#kernel/http/implement.ts'
import {
  creditNoteParams,
  getMyCreditNote,
  getMyInvoice,
  getSellerCreditNote,
  getSellerInvoice,
  invoiceParams,
  myCreditNotePdfPath,
  myInvoicePdfPath,
  sellerCreditNotePdfPath,
  sellerInvoicePdfPath,
} from '../invoices.contract.ts'
import { type Paper, paperFileName } from '../invoices.words.ts'
import { getCreditNote, getCreditNoteOfUser, getInvoice, getInvoiceOfUser } from './invoices.service.ts'

export function invoiceRoutes(app: FastifyInstance) {
  const { deps } = app

  implement(app, getMyInvoice, async ({ session, params }) => ({
    invoice: await getInvoiceOfUser(deps, session.accountId, params.id),
  }))
  implement(app, getSellerInvoice, async ({ params }) => ({ invoice: await getInvoice(deps, params.id) }))
  implement(app, getMyCreditNote, async ({ session, params }) => ({
    creditNote: await getCreditNoteOfUser(deps, session.accountId, params.id, params.number),
  }))
  implement(app, getSellerCreditNote, async ({ params }) => ({
    creditNote: await getCreditNote(deps, params.id, params.number),
  }))

  async function sendPdf(reply: FastifyReply, paper: Paper) {
    const pdf = await deps.papers.pdfOf(paper)
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${paperFileName(paper)}"`)
    return reply.send(pdf)
  }
  const pdf = { method: 'GET', isHeavy: true } as const
  implementRaw(
    app,
    { ...pdf, path: myInvoicePdfPath, access: 'user', summary: 'The invoice of an order as PDF' },
    async ({ session, request, reply }) => {
      const { id } = checked(invoiceParams, request.params)
      return sendPdf(reply, await getInvoiceOfUser(deps, session.accountId, id))
    },
  )
  implementRaw(
    app,
    { ...pdf, path: sellerInvoicePdfPath, access: 'seller', summary: 'The invoice of an order as PDF' },
    async ({ request, reply }) => {
      const { id } = checked(invoiceParams, request.params)
      return sendPdf(reply, await getInvoice(deps, id))
    },
  )
  implementRaw(
    app,
    { ...pdf, path: myCreditNotePdfPath, access: 'user', summary: 'A credit note of an order as PDF' },
    async ({ session, request, reply }) => {
      const { id, number } = checked(creditNoteParams, request.params)
      return sendPdf(reply, await getCreditNoteOfUser(deps, session.accountId, id, number))
    },
  )
  implementRaw(
    app,
    { ...pdf, path: sellerCreditNotePdfPath, access: 'seller', summary: 'A credit note of an order as PDF' },
    async ({ request, reply }) => {
      const { id, number } = checked(creditNoteParams, request.params)
      return sendPdf(reply, await getCreditNote(deps, id, number))
    },
  )
}
