import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { endpointUrl } from '#shared/endpoint.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { getSellerCreditNote, getSellerCreditNotePdf } from '../invoices.contract.ts'
import { paperTitle } from '../invoices.words.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, loaderData ? paperTitle(loaderData.creditNote) : 'Credit note', location.pathname)

export async function loader({ params, context }: LoaderFunctionArgs) {
  const wanted = { id: params.id ?? '', number: params.number ?? '' }
  const answer = await askAsSeller(context, (api) => api(getSellerCreditNote, { params: wanted }))
  return answer && { ...answer, pdf: endpointUrl(getSellerCreditNotePdf.path, { params: wanted }) }
}

export default function SellerCreditNotePage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { creditNote, pdf } = answer
  const { _id, number } = creditNote.order
  return <PaperSheet paper={creditNote} pdf={pdf} back={{ to: `/seller/orders/${_id}`, text: `Order #${number}` }} />
}
