import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  matchPath,
  useLoaderData,
  useLocation,
} from 'react-router'
import { MAX_SEARCH_LENGTH } from '#shared/paging.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { decideApplication, listApplications } from '../producers.contract.ts'
import { ApplicationPanes } from './seller-application-panes.tsx'

/** Three lists by status, each its own page. */
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

export function loader({ request, url, context }: LoaderFunctionArgs) {
  const { status } = pageAt(url)
  const q = url.searchParams.get('q')?.slice(0, MAX_SEARCH_LENGTH)
  const query = { status, page: askedPage(request), limit: SELLER_PAGE_SIZE, ...(q ? { q } : {}) }
  return askAsSeller(context, (api) => api(listApplications, { query }))
}

/** The next application opens after a decision. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const status = formText(form, 'intent') === 'approved' ? 'approved' : 'rejected'
    const answer = formText(form, 'message').trim()
    const { message } = await api(decideApplication, {
      params: { id: formText(form, 'id') },
      body: { status, ...(answer ? { message: answer } : {}) },
    })
    const { searchParams } = new URL(args.url)
    const next = formText(form, 'next')
    searchParams.delete('decide')
    if (next) searchParams.set('id', next)
    else searchParams.delete('id')
    return { message, to: `${pending.path}?${searchParams}`, isInPlace: true }
  })

export default function SellerApplicationsPage() {
  const list = useLoaderData<typeof loader>()
  const page = pageAt(useLocation())
  const actions = page === approved && (
    <ButtonLink to="/seller/producers/new" variant="line">
      Add a producer
    </ButtonLink>
  )
  return list && <ApplicationPanes list={list} {...page} actions={actions} />
}

export function ErrorBoundary() {
  const { title, what } = pageAt(useLocation())
  return <SellerFailed title={title} what={what} />
}
