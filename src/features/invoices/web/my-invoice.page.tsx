import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from '#web/api-context.ts'
import { pageMeta } from '#web/seo.ts'
import { getMyInvoice, myInvoicePdfPath } from '../invoices.contract.ts'
import { invoiceNumber } from '../invoices.words.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  const invoice = loaderData?.invoice
  const title = invoice ? `Invoice ${invoiceNumber(invoice.number)}` : 'Invoice'
  return pageMeta(matches, { title, path: location.pathname, noindex: true })
}

export { headers } from '#web/private-page.ts'

/** `needsLogin` opens the login modal over the page, already when the server renders it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const nobody = { needsLogin: true, invoice: undefined, pdf: '' }
  if (!context.get(visitContext).hasSession) return nobody
  const id = params.id ?? ''
  try {
    const { invoice } = await context.get(apiContext)(getMyInvoice, { params: { id } })
    return { needsLogin: false, invoice, pdf: myInvoicePdfPath.replace(':id', id) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 401) return nobody
    throw error.status === 404 || error.status === 400 ? data(null, { status: 404 }) : error
  }
}

export default function MyInvoicePage() {
  const { invoice, pdf } = useLoaderData<typeof loader>()
  if (!invoice) return <LoginFirst title="Log in to see this invoice" text="It is for whoever placed the order." />
  return (
    <div className="wrap pt-6 pb-section print:max-w-none print:p-0">
      <div className="mx-auto max-w-184 print:max-w-none">
        <InvoiceSheet invoice={invoice} pdf={pdf} back={{ to: '/my-orders', text: 'My orders' }} />
      </div>
    </div>
  )
}
