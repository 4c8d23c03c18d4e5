import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { askedPage } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { useLanguage } from '#web/words.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { listOwnParcels, type WorkshopParcel } from '../parcels.contract.ts'

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
    const [open, gone] = await Promise.all([
      isLater ? undefined : api(listOwnParcels, { query: { state: 'open' } }),
      api(listOwnParcels, { query: { state: 'gone', page } }),
    ])
    return { open: open?.parcels ?? [], gone }
  })

/** First those that wait, then those that went, newest first. */
export default function ParcelsPage() {
  const loaded = useLoaderData<typeof loader>()
  const say = usePages()
  const [search] = useSearchParams()
  if (!loaded) return null
  const { open, gone } = loaded
  const isEmpty = open.length === 0 && gone.parcels.length === 0
  return (
    <>
      <h1 className="text-3xl">{say.parcels}</h1>
      {isEmpty && !search.has('page') && (
        <Panel>
          <EmptyState title={say.noParcels} text={say.noParcelsText} />
        </Panel>
      )}
      <List title={say.open} parcels={open} />
      <List title={say.gone} parcels={gone.parcels} />
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

function List({ title, parcels }: { title: string; parcels: readonly WorkshopParcel[] }) {
  const say = usePages()
  const language = useLanguage()
  if (parcels.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-lg">{title}</h2>
      <ul className="border border-line bg-paper">
        {parcels.map(({ _id, code, status, town, to, items, confirmedAt }) => (
          <li key={_id} className="border-line not-first:border-t">
            <Link to={`/workshop/parcels/${_id}`} className="flex min-h-20 items-center gap-3 p-3 hover:bg-neel-50">
              <Thumbnail picture={items[0]?.picture ?? undefined} sizes="64px" className="size-16 flex-none" />
              <span className="grid min-w-0 flex-1">
                <b className="truncate">{to?.name ?? town}</b>
                <span className="text-ink-soft text-sm">
                  {say.status[status]}, {say.pieces(items.reduce((sum, { quantity }) => sum + quantity, 0))}
                </span>
                <span className="text-ink-mute text-sm">
                  {code}, {formatDay(new Date(confirmedAt), language)}
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
