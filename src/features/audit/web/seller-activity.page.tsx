import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SellerList } from '#web/ui/seller-list.tsx'
import type { Change } from '../audit.changes.ts'
import { listAudit } from '../audit.contract.ts'
import { pageOf } from '../audit.links.ts'

const title = 'Activity'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/activity')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listAudit, { query: { page: askedPage(request) } }))

/** Newest first; nothing here can be changed. */
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
        {entries.map((entry) => {
          const { _id, at, seller, summary, changes } = entry
          const { day, time } = formatMoment(at)
          const page = pageOf(entry)
          return (
            <li
              key={_id}
              className="grid gap-x-6 gap-y-0.5 border-line border-b px-4 py-3 md:grid-cols-seller-log md:items-baseline"
            >
              <time dateTime={at.toISOString()} className="figures text-ink-mute text-sm">
                {day}, {time}
              </time>
              <div className="wrap-anywhere min-w-0">
                {page === undefined ? (
                  <bdi>{summary}</bdi>
                ) : (
                  <Link to={page} className="inline-block py-1 underline-offset-link hover:underline">
                    <bdi>{summary}</bdi>
                  </Link>
                )}
                {changes.length > 0 && <Changes changes={changes} />}
              </div>
              <bdi className="wrap-anywhere text-ink-mute text-sm">{seller || 'The shop'}</bdi>
            </li>
          )
        })}
      </ol>
    </SellerList>
  )
}

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <ul aria-label="What changed" className="mt-1 grid gap-1 text-ink-soft text-sm">
    {changes.map(({ field, old, new: now }) => (
      <li key={field}>
        {field}: <span className="sr-only">from</span> <Value text={old} /> <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> <Value text={now} isNew />
      </li>
    ))}
  </ul>
)

function Value({ text, isNew = false }: { text: string; isNew?: boolean }) {
  if (text === '') return <i>nothing</i>
  return <bdi className={`whitespace-pre-line ${isNew ? 'text-ink' : ''}`}>{text}</bdi>
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the activity" />
