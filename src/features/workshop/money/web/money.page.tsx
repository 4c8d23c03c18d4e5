import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Earnings } from '#features/producers/earnings.contract.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { askedPage } from '#web/seller-page.ts'
import { Card, CardHead } from '../../web/card.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { getOwnMoney, getOwnStatement, getOwnStatementCsv } from '../money.contract.ts'
import { MoneyWay } from './money-way.tsx'
import { OwnSales } from './own-sales.tsx'
import { Statements } from './statements.tsx'
import { useMoneyWords } from './use-money-words.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ money }) => money),
    '/workshop/money',
  )

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const { payouts, ...money } = await api(getOwnMoney, { query: { page: askedPage(request) } })
    return {
      ...money,
      payouts: payouts.map((payout) => {
        const params = { id: payout._id }
        return { ...payout, pdf: hrefOf(getOwnStatement, { params }), csv: hrefOf(getOwnStatementCsv, { params }) }
      }),
    }
  })

/** How far the money has come, what was earned, each sale, and what was paid. */
export default function MoneyPage() {
  const money = useLoaderData<typeof loader>()
  const say = useMoneyWords()
  if (!money) return null
  const { payouts, earned, sales, page, pages, ...way } = money
  return (
    <>
      <h1 className="text-3xl">{say.title}</h1>
      {/* On a wide page two columns, in which the order of reading stays. */}
      <div className="grid items-start gap-4 lg:grid-cols-12 lg:grid-rows-[auto_1fr_auto]">
        <div className="min-w-0 lg:col-span-5 lg:col-start-8">
          <Due due={way.due} />
        </div>
        <div className="min-w-0 lg:col-span-7 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <MoneyWay {...way} />
        </div>
        {earned && (
          <div className="min-w-0 lg:col-span-5 lg:col-start-8 lg:row-start-2">
            <Earned {...earned} />
          </div>
        )}
        <div className="min-w-0 lg:col-span-7 lg:col-start-1 lg:row-start-3">
          <OwnSales sales={sales} due={way.due} later={way.later} page={page} pages={pages} />
        </div>
        {payouts.length > 0 && (
          <div className="min-w-0 lg:col-span-5 lg:col-start-8 lg:row-start-3">
            <Statements payouts={payouts} />
          </div>
        )}
      </div>
    </>
  )
}

function Due({ due }: { due: Paise }) {
  const pages = usePages()
  return (
    <Card aria-labelledby="due">
      <CardHead id="due">{pages.due}</CardHead>
      <p className="font-semibold text-3xl">{formatRupees(due)}</p>
    </Card>
  )
}

function Earned({ amount, since, orders }: NonNullable<Earnings>) {
  const say = useMoneyWords()
  return (
    <Card aria-labelledby="earned">
      <CardHead id="earned" text={say.earnedIn(since, orders)}>
        {say.earned}
      </CardHead>
      <p className="font-semibold text-2xl">{formatRupees(amount)}</p>
    </Card>
  )
}
