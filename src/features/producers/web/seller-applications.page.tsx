import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  matchPath,
  redirect,
  useLoaderData,
  useLocation,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, isNotSeller, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { decideApplication, listApplications } from '../producers.contract.ts'
import { ApplicationPanes } from './application-panes.tsx'

/** Applications stand in three lists, by their status; each is a page of its own. */
const pending = {
  path: '/seller/producer-applications',
  status: 'pending',
  title: 'Producer applications',
  label: 'Pending applications',
  counted: 'waiting for your decision',
  empty: { title: 'No applications waiting', text: 'New ones appear here.' },
  what: 'applications',
} as const
const approved = {
  path: '/seller/approved-producers',
  status: 'approved',
  title: 'Approved Producers',
  label: 'Approved Producers',
  counted: 'approved',
  empty: { title: 'Nobody approved yet', text: 'Those you approve under Producer Applications appear here.' },
  what: 'producers',
} as const
const rejected = {
  path: '/seller/rejected-producers',
  status: 'rejected',
  title: 'Rejected Producers',
  label: 'Rejected Producers',
  counted: 'rejected',
  empty: { title: 'Nobody rejected yet', text: 'Those you reject under Producer Applications appear here.' },
  what: 'producers',
} as const

const pageAt = ({ pathname }: { pathname: string }) =>
  [approved, rejected].find(({ path }) => matchPath(path, pathname)) ?? pending

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  const { title, path } = pageAt(location)
  return sellerMeta(matches, loaderData, title, path)
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const { status } = pageAt(new URL(request.url))
  const query = { status, page: askedPage(request), limit: SELLER_PAGE_SIZE }
  return askAsSeller(context, (api) => api(listApplications, { query }))
}

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
  return redirect(pending.path)
}

export default function SellerApplicationsPage() {
  const list = useLoaderData<typeof loader>()
  const page = pageAt(useLocation())
  return list && <ApplicationPanes list={list} {...page} />
}

export function ErrorBoundary() {
  const { title, what } = pageAt(useLocation())
  return <SellerFailed title={title} what={what} />
}
