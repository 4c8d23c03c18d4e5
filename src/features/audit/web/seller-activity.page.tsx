import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SellerList } from '#web/ui/seller-list.tsx'
import { listAudit } from '../audit.contract.ts'

const title = 'Activity'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/activity')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listAudit, { query: { page: askedPage(request) } }))

/** What sellers changed, newest first. Nothing here can be changed. */
export default function SellerActivityPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { entries } = list
  return (
    <SellerList
      title={title}
      text="Every change made here, and who made it"
      pages={list}
      empty={
        entries.length === 0 && <EmptyState title="Nothing changed yet" text="Each change appears here." art="spool" />
      }
    >
      <ol>
        {entries.map(({ _id, at, seller, summary }) => {
          const { day, time } = formatMoment(at)
          return (
            <li
              key={_id}
              className="grid gap-x-6 gap-y-0.5 border-line border-b px-4 py-3 md:grid-cols-seller-log md:items-baseline"
            >
              <time dateTime={at.toISOString()} className="figures text-ink-mute text-sm">
                {day}, {time}
              </time>
              <bdi className="wrap-anywhere">{summary}</bdi>
              <bdi className="wrap-anywhere text-ink-mute text-sm">{seller}</bdi>
            </li>
          )
        })}
      </ol>
    </SellerList>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the activity" />
