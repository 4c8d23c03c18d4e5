import type { Params } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { hrefOf } from '#shared/endpoint.ts'
import * as contract from '../invoices.contract.ts'

export const myPapers = {
  invoice: contract.getMyInvoice,
  invoicePdf: contract.getMyInvoicePdf,
  creditNote: contract.getMyCreditNote,
  creditNotePdf: contract.getMyCreditNotePdf,
}
export const sellerPapers = {
  invoice: contract.getSellerInvoice,
  invoicePdf: contract.getSellerInvoicePdf,
  creditNote: contract.getSellerCreditNote,
  creditNotePdf: contract.getSellerCreditNotePdf,
}

/** The invoice of an order; with a number in the address its credit note. */
export async function findPaper(api: Api, papers: typeof myPapers | typeof sellerPapers, { id = '', number }: Params) {
  if (number === undefined) {
    const { invoice } = await api(papers.invoice, { params: { id } })
    const { creditNotes: notes, ledger } = invoice
    return { paper: invoice, notes, ledger, pdf: hrefOf(papers.invoicePdf, { params: { id } }) }
  }
  const params = { id, number }
  const { creditNote } = await api(papers.creditNote, { params })
  return { paper: creditNote, notes: [], ledger: [], pdf: hrefOf(papers.creditNotePdf, { params }) }
}
