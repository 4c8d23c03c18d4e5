import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Portrait } from '#features/producers/web/producer-pictures.tsx'
import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { startAt } from '#web/start-at.ts'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Name } from '#web/ui/name.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import type { Change, listChanges } from '../changes.contract.ts'
import { differencesOf } from '../changes.texts.ts'
import { OpenChange } from './seller-change.tsx'
import { Key } from './seller-key.tsx'
import { useChangeKeys } from './use-change-keys.ts'

type List = Answer<typeof listChanges>

/** As the server lists them. */
const PER_PAGE = 25

/** The queue, and the change of `?id=` beside it; on narrow screens one of them. */
export function ChangePanes({ title, text, list }: { title: string; text: string; list: List }) {
  const { changes, total, page, pages, languages, percentages, sentBack } = list
  const [searchParams] = useSearchParams()
  const asked = searchParams.get('id')
  const open = changes.find(({ _id }) => _id === asked) ?? changes[0]
  const isAsked = open !== undefined && open._id === asked
  const opened = useRef(asked)
  const heading = useRef<HTMLHeadingElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  useChangeKeys(panes)
  // Focus goes to the opened one, or back to the heading; not on arrival.
  useEffect(() => {
    if (opened.current === asked) return
    opened.current = asked
    startAt(asked ? heading.current : document.querySelector('main h1'))
  }, [asked])

  const here: Record<string, string> = page > 1 ? { page: String(page) } : {}
  const linkTo = (id: string) => `?${new URLSearchParams({ ...here, id })}`
  const at = changes.findIndex(({ _id }) => _id === open?._id)
  const [after, before] = [changes[at + 1], changes[at - 1]]
  return (
    <>
      <div className={isAsked ? 'max-lg:sr-only' : ''}>
        <SellerHead title={title} text={text} />
      </div>
      <PostRefused />
      <div ref={panes} className="grid grid-cols-1 items-start gap-5 lg:grid-cols-seller-changes lg:gap-6">
        <Panel aria-label="The queue" className={isAsked ? 'max-lg:hidden' : ''}>
          <ol>
            {changes.map((change) => (
              <li key={change._id} className="border-line not-last:border-b">
                <Row change={change} to={linkTo(change._id)} isOpen={change._id === open?._id} />
              </li>
            ))}
          </ol>
          {pages > 1 && (
            <div className="border-line border-t">
              <ListPager page={page} pages={pages} total={total} />
            </div>
          )}
          {sentBack.length > 0 && (
            <div className="border-line border-t">
              <SentBack list={sentBack} />
            </div>
          )}
        </Panel>
        {open && (
          <OpenChange
            key={`${open._id} ${open.edition} ${'version' in open ? open.version : ''}`}
            change={open}
            place={`${(page - 1) * PER_PAGE + at + 1} of ${total}`}
            language={languages[open.producer._id] ?? 'en'}
            percentages={percentages}
            heading={heading}
            back={`?${new URLSearchParams(here)}`}
            next={(after ?? before)?._id}
            className={isAsked ? '' : 'max-lg:hidden'}
          >
            <nav aria-label="Other changes" className="flex gap-x-5 text-sm">
              {after && (
                <Link to={linkTo(after._id)} preventScrollReset data-key="J" className="link touch">
                  Next <Key>J</Key>
                </Link>
              )}
              {before && (
                <Link to={linkTo(before._id)} preventScrollReset data-key="K" className="link touch">
                  Last <Key>K</Key>
                </Link>
              )}
            </nav>
          </OpenChange>
        )}
      </div>
    </>
  )
}

function Row({ change, to, isOpen }: { change: Change; to: string; isOpen: boolean }) {
  const { name, producer, askedAt, kind } = change
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className="grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-3.5 border-transparent border-l-4 px-3 py-3.5 hover:bg-kora focus-visible:-outline-offset-2 lg:aria-[current]:border-neel-700 lg:aria-[current]:bg-neel-50"
    >
      {kind === 'page' ? (
        <Portrait
          producer={{ name, profileImageUrl: change.wanted.profileImageUrl }}
          lazy
          initials="text-base"
          className="size-12"
        />
      ) : (
        <Thumbnail
          picture={change.wanted.pictures[0]}
          category={change.wanted.category}
          sizes="48px"
          lazy
          className="size-12"
        />
      )}
      <span className="wrap-anywhere grid gap-0.5 leading-tight">
        <b>
          <Name>{name}</Name>
        </b>
        <span className="text-ink-soft text-sm">
          {kind === 'page' ? 'Their own page' : <Name>{producer.name}</Name>}
        </span>
        <span className="text-sm">
          <span className="font-semibold text-neel-700">
            {differencesOf(change).join(', ') || 'Nothing is different'}
          </span>
          {`, ${momentInWords(new Date(askedAt))}`}
        </span>
      </span>
    </Link>
  )
}

/** What is with its maker again. */
export function SentBack({ list }: { list: List['sentBack'] }) {
  return (
    <section aria-labelledby="sent-back" className="p-4 text-sm">
      <h2
        id="sent-back"
        className="heading-plain text-ink-soft text-sm"
      >{`Sent back, with the maker: ${list.length}`}</h2>
      <ul>
        {list.map(({ _id, name, producer, decidedAt, message }) => (
          <li key={_id} className="wrap-anywhere mt-2">
            <b>
              <Name>{name}</Name>
            </b>
            {name !== producer.name && (
              <span className="text-ink-soft">
                , <Name>{producer.name}</Name>
              </span>
            )}
            <span className="text-ink-soft">{`, since ${momentInWords(new Date(decidedAt))}: `}</span>
            <Name>{message}</Name>
          </li>
        ))}
      </ul>
    </section>
  )
}
