import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { kindAt, paperTitle } from '../invoices.words.ts'
import { findPaper, sellerPapers } from './find-paper.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, params, location }) =>
  sellerMeta(matches, loaderData, loaderData ? paperTitle(loaderData.paper) : kindAt(params), location.pathname)

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => findPaper(api, sellerPapers, params))

export default function SellerPaperPage() {
  const found = useLoaderData<typeof loader>()
  if (!found) return null
  const { ledger, ...sheet } = found
  const { _id, number } = sheet.paper.order
  return (
    <PaperSheet {...sheet} orders="/seller/orders" back={{ to: `/seller/orders/${_id}`, text: `Order #${number}` }} />
  )
}
