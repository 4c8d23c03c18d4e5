import type { FastifyInstance } from 'fastify'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import * as contract from '../invoices.contract.ts'
import { type Paper, paperFileName } from '../invoices.words.ts'
import * as linesContract from '../order-lines.contract.ts'
import { getCreditNote, getCreditNoteOfShopper, getInvoice, getInvoiceOfShopper } from './invoices.service.ts'
import { lineKinds, linesHeading, orderLineRows } from './order-lines.ts'

export function invoiceRoutes(app: FastifyInstance) {
  const { deps } = app
  const pdfOf = async (paper: Paper) => ({ name: paperFileName(paper), content: await deps.papers.pdfOf(paper) })
  implement(app, contract, {
    getMyInvoice: async ({ session, params }) => ({
      invoice: await getInvoiceOfShopper(deps, session.id, params.id),
    }),
    getMyInvoicePdf: async ({ session, params }) => pdfOf(await getInvoiceOfShopper(deps, session.id, params.id)),
    getSellerInvoice: async ({ params }) => ({ invoice: await getInvoice(deps, params.id) }),
    getSellerInvoicePdf: async ({ params }) => pdfOf(await getInvoice(deps, params.id)),
    getMyCreditNote: async ({ session, params }) => ({
      creditNote: await getCreditNoteOfShopper(deps, session.id, params.id, params.number),
    }),
    getMyCreditNotePdf: async ({ session, params }) =>
      pdfOf(await getCreditNoteOfShopper(deps, session.id, params.id, params.number)),
    getSellerCreditNote: async ({ params }) => ({ creditNote: await getCreditNote(deps, params.id, params.number) }),
    getSellerCreditNotePdf: async ({ params }) => pdfOf(await getCreditNote(deps, params.id, params.number)),
  })
  implement(app, linesContract, {
    exportOrderLines: ({ query }) => csvFile('order-lines.csv', linesHeading, orderLineRows(deps, query)),
    exportOrderLinesXlsx: ({ query }) =>
      xlsxFile('order-lines.xlsx', { heading: linesHeading, kinds: lineKinds, rows: orderLineRows(deps, query) }),
  })
}
