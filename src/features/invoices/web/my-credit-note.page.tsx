import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { endpointUrl } from '#shared/endpoint.ts'
import { pageMeta } from '#web/seo.ts'
import { getMyCreditNote, getMyCreditNotePdf } from '../invoices.contract.ts'
import { paperTitle } from '../invoices.words.ts'
import { MyPaper } from './my-paper.tsx'
import { askAsShopper } from './paper-pages.ts'
import { PaperSheet } from './paper-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  const title = loaderData?.creditNote ? paperTitle(loaderData.creditNote) : 'Credit note'
  return pageMeta(matches, { title, path: location.pathname, noindex: true })
}

export { headers } from '#web/private-page.ts'

/** `needsLogin` opens the login modal over the page, already when the server renders it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { id = '', number = '' } = params
  const answer = await askAsShopper(context, (api) => api(getMyCreditNote, { params: { id, number } }))
  return {
    needsLogin: !answer,
    creditNote: answer?.creditNote,
    pdf: endpointUrl(getMyCreditNotePdf.path, { params: { id, number } }),
  }
}

export default function MyCreditNotePage() {
  const { creditNote, pdf } = useLoaderData<typeof loader>()
  return (
    <MyPaper title="Log in to see this credit note">
      {creditNote && <PaperSheet paper={creditNote} pdf={pdf} back={{ to: '/my-orders', text: 'My orders' }} />}
    </MyPaper>
  )
}
