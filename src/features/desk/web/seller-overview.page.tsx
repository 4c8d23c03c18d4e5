import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { listChanges } from '#features/changes/changes.contract.ts'
import { deskTabNames } from '#features/orders/orders.desk.ts'
import { getOverview } from '#features/orders/seller-orders.contract.ts'
import { getToMend } from '#features/products/to-mend.contract.ts'
import { listSecondYeses } from '#features/second-yes/second-yes.contract.ts'
import { PEOPLE_FOR_YES } from '#features/second-yes/second-yes.rules.ts'
import { listUntold } from '#features/workshop/telling/telling.contract.ts'
import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { formatRupees, sumOf } from '#shared/money.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { readPart, UNREAD } from '#web/read-part.ts'
import { useMay } from '#web/rights.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Name } from '#web/ui/name.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { ProducerRevenue } from './producer-revenue.tsx'
import { GoodsToMend } from './seller-goods-to-mend.tsx'
import { RevenuePlot } from './seller-revenue-plot.tsx'
import { UntoldMakers } from './seller-untold-makers.tsx'
import { ToTry } from './to-try.tsx'

const title = 'Overview'

/** What waits for the seller, in the order of the work. */
const tabsToDo = ['confirm', 'pack', 'ship'] as const

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/overview')

export const loader = ({ context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const { rights } = (await api(sellerIsAuth)).person
    const [overview, yeses, toMend, changes, untold] = await Promise.all([
      api(getOverview),
      rights.includes('money') ? readPart(api(listSecondYeses)) : undefined,
      rights.includes('catalogue') ? readPart(api(getToMend)) : undefined,
      rights.includes('catalogue') ? readPart(api(listChanges, { query: { limit: '1' } })) : undefined,
      rights.some((right) => right === 'orders' || right === 'producers') ? readPart(api(listUntold)) : undefined,
    ])
    return { ...overview, toMend, yeses, changes, untold }
  })

/** What is to do, today, the last 30 days, and what is about to sell out. */
export default function SellerOverviewPage() {
  const overview = useLoaderData<typeof loader>()
  const may = useMay()
  if (!overview) return null
  const { demoMonth, today, days, lowStock, toDo, expectedInCash, byProducer, toMend, yeses, changes, untold } =
    overview
  const month = sumOf(days.map(({ revenue }) => revenue))
  return (
    <>
      <SellerHead title={title} />
      {demoMonth && <ToTry />}
      {yeses && yeses !== UNREAD && <AboutSecondYes {...yeses} />}
      {changes === UNREAD ? (
        <NotShown className="mb-5">What makers want changed did not load.</NotShown>
      ) : (
        changes && <ChangesThatWait {...changes} />
      )}
      {toMend === UNREAD ? (
        <NotShown className="mb-5">What is to mend of the goods did not load.</NotShown>
      ) : (
        toMend && <GoodsToMend {...toMend} />
      )}
      <dl className="mb-5 grid grid-cols-3 gap-3 nav:gap-5">
        {tabsToDo.map((tab) => (
          <Figure key={tab} name={deskTabNames[tab]}>
            {may('orders', 'money') ? (
              <Link to={`/seller/orders?tab=${tab}`} className="link touch">
                {toDo[tab]}
                <span className="sr-only"> orders</span>
              </Link>
            ) : (
              toDo[tab]
            )}
          </Figure>
        ))}
      </dl>
      <dl className="mb-5 grid gap-5 sm:grid-cols-2 preview:grid-cols-4">
        <Figure name="Orders today">{today.orders}</Figure>
        <Figure name="Revenue today">{formatRupees(today.revenue)}</Figure>
        <Figure name={`Revenue, ${days.length} days`}>{formatRupees(month)}</Figure>
        <Figure name="Expected in cash" below={`in ${countParcels(expectedInCash.parcels)}`}>
          {formatRupees(expectedInCash.amount)}
        </Figure>
      </dl>
      {untold === UNREAD ? (
        <NotShown className="mb-5">Which makers cannot be told did not load.</NotShown>
      ) : (
        untold && <UntoldMakers {...untold} />
      )}
      <div className="grid items-start gap-5 preview:grid-cols-seller-preview">
        <Panel aria-labelledby="revenue" className="min-w-0 p-5 nav:p-6">
          <h2 id="revenue" className="heading-plain text-lg leading-tight">
            Revenue by day
          </h2>
          <p className="mb-4 text-ink-soft text-sm">Money on the day it came, less what was refunded on the day.</p>
          <RevenuePlot days={days} />
          <h2 className="heading-plain mt-8 text-lg leading-tight">Revenue by producer</h2>
          <p className="mb-4 text-ink-soft text-sm">
            Pieces whose money came in these {days.length} days, at their price without tax, less pieces that were
            refunded.
          </p>
          <ProducerRevenue rows={byProducer} />
        </Panel>
        <Panel aria-labelledby="low-stock" className="p-5 nav:p-6">
          <h2 id="low-stock" className="heading-plain mb-3 text-lg leading-tight">
            Low on stock
          </h2>
          {lowStock.length === 0 ? (
            <p className="text-ink-soft text-sm">Nothing that is counted is running out.</p>
          ) : (
            <ul>
              {lowStock.map(({ _id, name, stock, image: [picture] }) => (
                <li key={_id} className="flex items-center gap-3 border-line py-2.5 not-first:border-t">
                  {picture ? (
                    <img
                      src={picture}
                      alt=""
                      width={40}
                      height={40}
                      loading="lazy"
                      className="size-10 flex-none bg-kora-deep object-cover"
                    />
                  ) : (
                    <span className="size-10 flex-none bg-kora-deep" />
                  )}
                  {may('catalogue') ? (
                    <Link to={`/seller/product-list/${_id}`} className="link wrap-anywhere min-w-0 flex-1 text-sm">
                      <Name>{name}</Name>
                    </Link>
                  ) : (
                    <span className="wrap-anywhere min-w-0 flex-1 text-sm">
                      <Name>{name}</Name>
                    </span>
                  )}
                  <span className="figures whitespace-nowrap font-semibold text-sm">
                    {stock === 0 ? 'None left' : `${stock} left`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}

/** Since when the oldest change of a maker waits. */
function ChangesThatWait({ total, waitingSince }: Pick<Answer<typeof listChanges>, 'total' | 'waitingSince'>) {
  if (!waitingSince) return null
  const since = momentInWords(waitingSince)
  return (
    <Notice tone="ask" className="mb-5">
      <Link to="/seller/changes" className="link">
        {total === 1
          ? `1 change of a maker waits, since ${since}`
          : `${total} changes of makers wait, the oldest since ${since}`}
      </Link>
    </Notice>
  )
}

/** While one person alone has `money`, or something waits. */
function AboutSecondYes({ from, people, aloneFrom, waiting }: Answer<typeof listSecondYeses>) {
  if (waiting.length > 0)
    return (
      <Notice tone="ask" className="mb-5">
        <Link to="/seller/second-yes" className="link">
          {waiting.length === 1 ? '1 thing waits for a second yes' : `${waiting.length} things wait for a second yes`}
        </Link>
      </Notice>
    )
  if (from === null || people >= PEOPLE_FOR_YES) return null
  if (aloneFrom)
    return (
      <p className="mb-5 text-ink-soft text-sm">
        Only one person has the right money. Until {momentInWords(aloneFrom)} {formatRupees(from)} and more wait for a
        second yes; from then on the proof of who is there is enough.
      </p>
    )
  return (
    <p className="mb-5 text-ink-soft text-sm">
      Only one person has the right money, so from {formatRupees(from)} on nobody else says yes before money leaves: the
      proof of who is there is enough.
    </p>
  )
}

const countParcels = (parcels: number) => (parcels === 1 ? '1 delivered parcel' : `${parcels} delivered parcels`)

const Figure = ({ name, below, children }: { name: string; below?: string; children: ReactNode }) => (
  <div className="rounded-sm border border-line bg-paper p-3 nav:p-5">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="font-display text-2xl">{children}</dd>
    {below && <dd className="text-ink-soft text-sm">{below}</dd>}
  </div>
)

export const ErrorBoundary = () => <SellerFailed title={title} what="the overview" />
