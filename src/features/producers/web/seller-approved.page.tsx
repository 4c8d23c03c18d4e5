import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { sellerMeta } from '#web/seller-page.ts'
import { ApplicationPanes } from './application-panes.tsx'
import { ProducersFailed } from './producers-failed.tsx'
import { loadApplications } from './seller-applications.loader.ts'

const title = 'Approved Producers'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/approved-producers')

export const loader = (args: LoaderFunctionArgs) => loadApplications(args, 'approved')

export default function SellerApprovedPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  return (
    <ApplicationPanes
      list={list}
      title={title}
      text={list.total === 0 ? undefined : `${list.total} approved`}
      label={title}
      empty={{ title: 'Nobody approved yet', text: 'Those you approve under Producer Applications appear here.' }}
    />
  )
}

export const ErrorBoundary = () => <ProducersFailed title={title} what="producers" />
