import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { CreditNotes } from '#features/orders/web/credit-notes.tsx'
import { endpointUrl } from '#shared/endpoint.ts'
import { pageMeta } from '#web/seo.ts'
import { getMyInvoice, getMyInvoicePdf } from '../invoices.contract.ts'
import { paperTitle } from '../invoices.words.ts'
import { MyPaper } from './my-paper.tsx'
import { askAsShopper } from './paper-pages.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  const title = loaderData?.invoice ? paperTitle(loaderData.invoice) : 'Invoice'
  return pageMeta(matches, { title, path: location.pathname, noindex: true })
}

export { headers } from '#web/private-page.ts'

/** `needsLogin` opens the login modal over the page, already when the server renders it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { id = '' } = params
  const answer = await askAsShopper(context, (api) => api(getMyInvoice, { params: { id } }))
  return { needsLogin: !answer, invoice: answer?.invoice, pdf: endpointUrl(getMyInvoicePdf.path, { params: { id } }) }
}

export default function MyInvoicePage() {
  const { invoice, pdf } = useLoaderData<typeof loader>()
  return (
    <MyPaper title="Log in to see this invoice">
      {invoice && (
        <>
          <PaperSheet paper={invoice} pdf={pdf} back={{ to: '/my-orders', text: 'My orders' }} />
          <CreditNotes
            notes={invoice.creditNotes}
            page={(number) => `/my-orders/${invoice.order._id}/credit-note/${number}`}
          />
        </>
      )}
    </MyPaper>
  )
}
