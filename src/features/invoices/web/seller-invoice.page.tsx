import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { CreditNotes } from '#features/orders/web/credit-notes.tsx'
import { endpointUrl } from '#shared/endpoint.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { getSellerInvoice, getSellerInvoicePdf } from '../invoices.contract.ts'
import { paperTitle } from '../invoices.words.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, loaderData ? paperTitle(loaderData.invoice) : 'Invoice', location.pathname)

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { id = '' } = params
  const answer = await askAsSeller(context, (api) => api(getSellerInvoice, { params: { id } }))
  return answer && { ...answer, pdf: endpointUrl(getSellerInvoicePdf.path, { params: { id } }) }
}

export default function SellerInvoicePage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { invoice, pdf } = answer
  const { _id, number } = invoice.order
  const order = `/seller/orders/${_id}`
  return (
    <>
      <PaperSheet paper={invoice} pdf={pdf} back={{ to: order, text: `Order #${number}` }} />
      <CreditNotes notes={invoice.creditNotes} page={(note) => `${order}/credit-note/${note}`} />
    </>
  )
}
