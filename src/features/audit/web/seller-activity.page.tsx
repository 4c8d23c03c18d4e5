import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { MAX_SEARCH_LENGTH } from '#shared/paging.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { askedDays } from '#web/ui/asked-days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DaysFilter } from '#web/ui/seller-days-filter.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'
import { FilterSelect, ListSearch, useListFilter } from '#web/ui/seller-list-search.tsx'
import type { Change } from '../audit.changes.ts'
import { type AuditEntry, listAudit } from '../audit.contract.ts'
import { pageOf } from '../audit.links.ts'

const title = 'Activity'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/activity')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const { searchParams } = new URL(request.url)
    const asked = (name: string) => searchParams.get(name)?.slice(0, MAX_SEARCH_LENGTH) || undefined
    const { from, to } = askedDays(searchParams)
    const [q, person, thing, act] = ['q', 'person', 'thing', 'act'].map(asked)
    const query = { page: askedPage(request), q, person, thing, act, from: from || undefined, to: to || undefined }
    return {
      ...(await api(listAudit, { query })),
      now: new Date(),
      isFiltered: Object.values({ ...query, page: '' }).some(Boolean),
    }
  })

/** Newest first; nothing here can be changed. */
export default function SellerActivityPage() {
  const list = useLoaderData<typeof loader>()
  const { searchParams, linkTo } = useListFilter()
  if (!list) return null
  const { entries, people, isFiltered, now } = list
  const isOfOne = searchParams.has('act') ? 'One act' : searchParams.has('thing') ? 'One thing' : undefined
  return (
    <SellerList
      title={title}
      text="What was done here, who did it and on which device, and who read accounts and lists of people"
      pages={list}
      filters={
        <>
          <ListSearch label="Search the activity" placeholder="Order, product, person, what changed" />
          <DaysFilter now={now} />
          <FilterSelect
            label="Who"
            name="person"
            choices={{
              '': 'Everybody',
              ...Object.fromEntries(people.map(({ _id, kind, name }) => [_id, nameOf(kind, name)])),
            }}
            className=""
          />
        </>
      }
      empty={
        entries.length === 0 &&
        (isFiltered || list.page > 1 ? (
          <NoneFit title="Nothing was done that fits" />
        ) : (
          <EmptyState title="Nothing changed yet" text="Each change appears here." art="spool" />
        ))
      }
    >
      {isOfOne && (
        <p className="border-line border-b bg-kora px-4 py-2.5 text-sm">
          {isOfOne}.{' '}
          <Link to={linkTo(searchParams.has('act') ? 'act' : 'thing', '')} className="link">
            Show everything
          </Link>
        </p>
      )}
      <ol>
        {entries.map((entry) => {
          const { _id, at, changes, act } = entry
          const { day, time } = formatMoment(at)
          return (
            <li
              key={_id}
              className="grid gap-x-6 gap-y-0.5 border-line border-b px-4 py-3 md:grid-cols-seller-log md:items-baseline"
            >
              <time dateTime={at.toISOString()} className="figures text-ink-mute text-sm">
                {day}, {time}
              </time>
              <div className="wrap-anywhere min-w-0">
                <What entry={entry} />
                {act ? (
                  <Link to={linkTo('act', act._id)} className="link ml-2 inline-block py-1 text-sm">
                    and {(act.things - 1).toLocaleString('en-IN')} more
                  </Link>
                ) : (
                  changes.length > 0 && <Changes changes={changes} />
                )}
                {!isOfOne && !act && entry.subject !== '' && (
                  <Link to={linkTo('thing', entry.subject)} className="link block w-fit py-1 text-sm">
                    <span className="sr-only">{entry.summary}: </span>All about it
                  </Link>
                )}
              </div>
              <Who entry={entry} />
            </li>
          )
        })}
      </ol>
    </SellerList>
  )
}

type Entry = AuditEntry

const nameOf = (kind: Entry['who']['kind'], name: string) =>
  kind === 'shop' ? 'The shop' : kind === 'key' ? `Key ${name}` : name

function What({ entry }: { entry: Entry }) {
  const page = pageOf(entry)
  if (page === undefined) return <bdi>{entry.summary}</bdi>
  return (
    <Link to={page} className="inline-block py-1 underline-offset-link hover:underline">
      <bdi>{entry.summary}</bdi>
    </Link>
  )
}

function Who({ entry: { who, seller } }: { entry: Entry }) {
  return (
    <div className="wrap-anywhere text-ink-mute text-sm md:max-w-56 md:text-right">
      <bdi>{nameOf(who.kind, who.name || seller)}</bdi>
      {who.kind === 'person' && who.name !== '' && (
        <>
          {' '}
          <bdi className="block">{seller}</bdi>
        </>
      )}
      {who.device !== '' && <span className="block">{who.device}</span>}
    </div>
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
