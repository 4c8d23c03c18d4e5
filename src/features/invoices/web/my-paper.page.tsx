import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { OrderInLedger } from '#features/orders/web/order-in-ledger.tsx'
import { pageMeta } from '#web/seo.ts'
import { askAsShopper } from '#web/shopper-page.ts'
import { kindAt, paperTitle } from '../invoices.words.ts'
import { findPaper, myPapers } from './find-paper.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, params, location }) => {
  const title = loaderData?.found ? paperTitle(loaderData.found.paper) : kindAt(params)
  return pageMeta(matches, { title, path: location.pathname, noindex: true })
}

export { headers } from '#web/private-page.ts'

/** With `needsLogin` the server renders the login modal too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await askAsShopper(context, (api) => findPaper(api, myPapers, params))
  return { needsLogin: !found, found }
}

export default function MyPaperPage() {
  const { found } = useLoaderData<typeof loader>()
  const kind = kindAt(useParams()).toLowerCase()
  if (!found) return <LoginFirst title={`Log in to see this ${kind}`} text="It is for whoever placed the order." />
  const { ledger, ...sheet } = found
  return (
    <div className="wrap pt-6 pb-section print:max-w-none print:p-0">
      <div className="mx-auto max-w-184 print:max-w-none">
        <PaperSheet {...sheet} orders="/my-orders" back={{ to: '/my-orders', text: 'My orders' }} />
        <p className="print:hidden">
          <OrderInLedger order={found.paper.order} entries={ledger} />
        </p>
      </div>
    </div>
  )
}
