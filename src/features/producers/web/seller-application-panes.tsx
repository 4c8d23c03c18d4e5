import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { startAt } from '#web/start-at.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Name } from '#web/ui/name.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { NoneFit } from '#web/ui/seller-list.tsx'
import { ListSearch } from '#web/ui/seller-list-search.tsx'
import type { StoredApplication } from '../producers.contract.ts'
import { Portrait } from './producer-pictures.tsx'
import { ApplicationPanel } from './seller-application-panel.tsx'

interface ApplicationPanesProps {
  list: { applications: StoredApplication[]; total: number; page: number; pages: number }
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** The word after the number: "approved". */
  counted: string
  empty: { title: string; text: string }
  /** What is listed. */
  what: string
  actions?: ReactNode
}

/** The list and the application of `?id=`; one of them on narrow screens. */
export function ApplicationPanes({ list, title, label, counted, empty, what, actions }: ApplicationPanesProps) {
  const { applications, total, page, pages } = list
  const [searchParams] = useSearchParams()
  const asked = searchParams.get('id')
  const open = applications.find(({ _id }) => _id === asked) ?? applications[0]
  const isAsked = open !== undefined && open._id === asked
  const opened = useRef(asked)
  const heading = useRef<HTMLHeadingElement>(null)
  // Focus goes to the opened one, or back to the heading; not on arrival.
  useEffect(() => {
    if (opened.current === asked) return
    opened.current = asked
    startAt(asked ? heading.current : document.querySelector('main h1'))
  }, [asked])

  const q = searchParams.get('q') ?? ''
  const here = { ...(q ? { q } : {}), ...(page > 1 ? { page: String(page) } : {}) }
  const linkTo = (id: string) => `?${new URLSearchParams({ ...here, id })}`
  const at = applications.findIndex(({ _id }) => _id === open?._id)
  const after = applications[at + 1] ?? applications[at - 1]
  return (
    <>
      <div className={isAsked ? 'max-lg:sr-only' : ''}>
        <SellerHead title={title} text={total > 0 && (q ? `${total} found` : `${total} ${counted}`)}>
          {actions}
        </SellerHead>
        {(q || total > 0) && (
          <div className="mb-5 max-w-184">
            <ListSearch label={`Search ${what}`} placeholder="Name or place" />
          </div>
        )}
      </div>
      <PostRefused />
      {open === undefined ? (
        <Panel>{q ? <NoneFit title="Nobody of that name or place" /> : <EmptyState {...empty} art="stall" />}</Panel>
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-seller-panel lg:gap-6">
          <Panel aria-label={label} className={isAsked ? 'max-lg:hidden' : ''}>
            <ul onKeyDown={moveByArrows}>
              {applications.map((application) => (
                <li key={application._id} className="border-line not-last:border-b">
                  <Row application={application} to={linkTo(application._id)} isOpen={application._id === open._id} />
                </li>
              ))}
            </ul>
            {pages > 1 && (
              <div className="border-line border-t">
                <ListPager page={page} pages={pages} total={total} />
              </div>
            )}
          </Panel>
          <ApplicationPanel
            key={open._id}
            application={open}
            heading={heading}
            back={`?${new URLSearchParams(here)}`}
            next={after?._id}
            className={isAsked ? '' : 'max-lg:hidden'}
          />
        </div>
      )}
    </>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links: (Element | null)[] = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  const next = links[at + step]
  if (at < 0 || !(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

function Row({ application, to, isOpen }: { application: StoredApplication; to: string; isOpen: boolean }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-transparent border-l-4 px-4 py-3.5 hover:bg-kora focus-visible:-outline-offset-2 lg:aria-[current]:border-neel-700 lg:aria-[current]:bg-neel-50"
    >
      <Portrait producer={application} lazy initials="text-base" className="size-12 rounded-full" />
      <span className="wrap-anywhere">
        <b className="block leading-tight">
          <Name>{application.name}</Name>
        </b>
        <bdi className="text-ink-soft text-sm">{application.location}</bdi>
        <DemoMark of={application} className="ml-2" />
      </span>
      <Icon name="chevron-right" size="sm" />
    </Link>
  )
}
