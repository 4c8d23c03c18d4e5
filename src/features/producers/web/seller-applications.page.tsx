import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { isNotSeller, sellerMeta } from '#web/seller-page.ts'
import { decideApplication } from '../producers.contract.ts'
import { ApplicationPanes } from './application-panes.tsx'
import { ProducersFailed } from './producers-failed.tsx'
import { loadApplications } from './seller-applications.loader.ts'

const title = 'Producer applications'
const path = '/seller/producer-applications'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, path)

export const loader = (args: LoaderFunctionArgs) => loadApplications(args, 'pending')

/** A decision, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const status = formText(form, 'status') === 'approved' ? 'approved' : 'rejected'
  try {
    await context.get(apiContext)(decideApplication, { params: { id: formText(form, 'id') }, body: { status } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isNotSeller(error)) return data({ failure: error.message }, { status: error.status })
  }
  return redirect(path)
}

export default function SellerApplicationsPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  return (
    <ApplicationPanes
      list={list}
      title={title}
      text={list.total === 0 ? undefined : `${list.total} waiting for your decision`}
      label="Pending applications"
      empty={{ title: 'No applications waiting', text: 'New ones appear here.' }}
    />
  )
}

export const ErrorBoundary = () => <ProducersFailed title={title} what="applications" />
