import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { getSellerInvoice, sellerInvoicePdfPath } from '../invoices.contract.ts'
import { invoiceNumber } from '../invoices.words.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  const title = loaderData ? `Invoice ${invoiceNumber(loaderData.invoice.number)}` : 'Invoice'
  return sellerMeta(matches, loaderData, title, location.pathname)
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  try {
    const answer = await askAsSeller(context, (api) => api(getSellerInvoice, { params: { id } }))
    return answer && { ...answer, pdf: sellerInvoicePdfPath.replace(':id', id) }
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

export default function SellerInvoicePage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { invoice, pdf } = answer
  const { _id, number } = invoice.order
  return <InvoiceSheet invoice={invoice} pdf={pdf} back={{ to: `/seller/orders/${_id}`, text: `Order #${number}` }} />
}
