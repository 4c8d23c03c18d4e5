import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { askedPage } from '#web/seller-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Name } from '#web/ui/name.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useLanguage } from '#web/words.tsx'
import { Card } from '../../web/card.tsx'
import { PicturedPieces } from '../../web/pictured-pieces.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { getToday, listOwnParcels, type WorkshopParcel } from '../parcels.contract.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ parcels }) => parcels),
    '/workshop/parcels',
  )

export const loader = ({ url, request, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const page = askedPage(request)
    const isLater = page !== '1' || url.searchParams.get('state') === 'gone'
    const [waiting, gone] = await Promise.all([
      isLater ? undefined : Promise.all([api(listOwnParcels, { query: { state: 'open' } }), api(getToday)]),
      api(listOwnParcels, { query: { state: 'gone', page } }),
    ])
    if (!waiting) return { open: undefined, gone }
    const [{ parcels, total }, { toPack, toSend }] = waiting
    return { open: { parcels, total, toPack: toPack.count, toSend: toSend.count }, gone }
  })

/** First those that wait, then those that went, newest first. */
export default function ParcelsPage() {
  const loaded = useLoaderData<typeof loader>()
  const say = usePages()
  const [search] = useSearchParams()
  if (!loaded) return null
  const { open, gone } = loaded
  const [toPack, toSend] = ['To pack', 'Packed'].map(
    (one) => open?.parcels.filter(({ status }) => status === one) ?? [],
  )
  const isEmpty = !open?.total && gone.parcels.length === 0
  return (
    <>
      <div>
        <h1 className="text-3xl">{say.parcels}</h1>
        {!!open?.total && <p className="text-ink-soft text-sm">{say.parcelCounts(open.toPack, open.toSend)}</p>}
      </div>
      {isEmpty && !search.has('page') && (
        <Panel>
          <EmptyState title={say.noParcels} text={say.noParcelsText} />
        </Panel>
      )}
      <Waiting title={say.toPackOnes} button={say.pack} parcels={toPack} isFirst />
      <Waiting title={say.toSendOnes} button={say.send} parcels={toSend} isFirst={toPack?.length === 0} />
      {open && open.total > open.parcels.length && (
        <p className="text-ink-soft">{say.moreLater(open.total - open.parcels.length)}</p>
      )}
      <Gone parcels={gone.parcels} />
      {gone.pages > 1 && (
        <nav className="flex justify-between">
          {gone.page > 1 ? <PageLink page={gone.page - 1}>{say.next}</PageLink> : <span />}
          {gone.page < gone.pages && <PageLink page={gone.page + 1}>{say.previous}</PageLink>}
        </nav>
      )}
    </>
  )
}

const PageLink = ({ page, children }: { page: number; children: string }) => (
  <Link to={`/workshop/parcels?state=gone&page=${page}`} className="link grid min-h-12 place-items-center">
    {children}
  </Link>
)

interface WaitingProps {
  title: string
  button: string
  parcels: readonly WorkshopParcel[] | undefined
  /** The button of its first card is the page's primary one. */
  isFirst: boolean
}

function Waiting({ title, button, parcels = [], isFirst }: WaitingProps) {
  const say = usePages()
  const language = useLanguage()
  if (parcels.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-lg">{title}</h2>
      <ul className="grid gap-3 nav:grid-cols-2">
        {parcels.map(({ _id, code, town, to, items, cash, confirmedAt }, at) => (
          <li key={_id}>
            <Card>
              <h3 className="flex items-center gap-2 heading-plain pr-14 text-lg">
                <PageIcon name={to ? 'user' : 'pin'} className="flex-none" />
                <bdi lang="en-IN" className="wrap-anywhere">
                  {to ? `${to.name}, ${to.city}` : town}
                </bdi>
              </h3>
              <PicturedPieces items={items} />
              <p className="flex flex-wrap justify-between gap-x-4 text-sm">
                <b>{say.orderOf(formatDay(new Date(confirmedAt), language))}</b>
                <span className="text-ink-soft">
                  {cash > 0 ? say.courierCollects(formatRupeesShort(cash)) : say.paidShort}
                </span>
              </p>
              <ButtonLink
                to={`/workshop/parcels/${_id}`}
                variant={isFirst && at === 0 ? 'primary' : 'line'}
                block
                aria-label={`${button} ${code}`}
              >
                {button}
              </ButtonLink>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Gone({ parcels }: { parcels: readonly WorkshopParcel[] }) {
  const say = usePages()
  const language = useLanguage()
  if (parcels.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-lg">{say.gone}</h2>
      <ul className="rounded-sm border border-line bg-paper">
        {parcels.map(({ _id, code, status, town, courier, sentAt, confirmedAt }) => (
          <li key={_id} className="border-line not-first:border-t">
            <Link to={`/workshop/parcels/${_id}`} className="flex min-h-20 items-center gap-3 p-3 hover:bg-neel-50">
              <PageIcon name="truck" className="flex-none" />
              <span className="grid min-w-0 flex-1">
                <b className="truncate">
                  <Name>{town}</Name>
                </b>
                <span className="text-ink-soft text-sm">
                  {say.status[status]}, {code}
                </span>
                <span className="wrap-anywhere text-ink-mute text-sm">
                  {sentAt
                    ? say.sentOn(courier ?? '', formatDay(new Date(sentAt), language))
                    : say.orderOf(formatDay(new Date(confirmedAt), language))}
                </span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
