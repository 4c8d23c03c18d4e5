import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { profitAndPrice } from '#features/prices/prices.shares.words.ts'
import { formatMonth } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { apiContext } from '#web/api-context.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { pageMeta } from '#web/seo.ts'
import { iconButton } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import { getLedger, type Ledger } from '../ledger.contract.ts'
import { belongToMakers, ledgerUrl, sayCheck, sayOthers } from '../ledger.words.ts'
import { LedgerCheck } from './ledger-check.tsx'
import { LedgerCommunity } from './ledger-community.tsx'
import { LedgerMakers } from './ledger-makers.tsx'

const LEDE =
  'Every sale whose money has come and whose parcel has arrived, and who got what of it. Nothing in it is ever changed.'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  if (!loaderData) return pageMeta(matches, { title: 'Not found', path: location.pathname, noindex: true })
  const { month, isNow } = loaderData
  return pageMeta(matches, {
    title: isNow ? 'The ledger' : `The ledger, ${formatMonth(month)}`,
    description: LEDE,
    path: ledgerUrl(isNow ? undefined : month),
  })
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [month, ...more] = new URL(request.url).searchParams.getAll('month')
  if (month === '' || more.length > 0) throw data(null, { status: 404 })
  try {
    const { ledger } = await context.get(apiContext)(getLedger, { query: { month } })
    return { ...ledger, isNow: ledger.month === ledger.months[0], checked: sayCheck(ledger.check, new Date()) }
  } catch (error) {
    throw notFoundPage(error)
  }
}

export default function LedgerPage() {
  const ledger = useLoaderData<typeof loader>()
  const { month, isNow, checked, entries, makers, others, withoutMaker, unstated } = ledger
  const hasSums =
    makers.length > 0 || (others?.sums ?? withoutMaker) !== null || unstated.sales > 0 || unstated.returns > 0
  return (
    <div className="wrap pb-section">
      <div className="grid gap-2.5 pt-10 pb-8">
        <h1 className="text-4xl">The ledger</h1>
        <p className="max-w-lede text-ink-soft text-lg leading-lede">{LEDE}</p>
        {ledger.demo && (
          <p className="max-w-lede">
            <DemoMark of={ledger} />{' '}
            <span>The first entries are invented: nobody bought anything, and nobody was paid.</span>
          </p>
        )}
      </div>
      {entries === 0 ? (
        <EmptyState
          title="No sale yet"
          text="You will see the first one here once its parcel has arrived and its money has come."
          art="scales"
        >
          <Link to="/products" prefetch="intent" className="link">
            All Products
          </Link>
        </EmptyState>
      ) : (
        <>
          <div className="grid gap-10 lg:grid-cols-2 lg:gap-12">
            <section aria-labelledby="month" className="grid content-start gap-4">
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <h2 id="month" className="text-2xl">
                  {`${formatMonth(month)}${isNow ? ', so far' : ''}`}
                </h2>
                <Months ledger={ledger} />
              </div>
              {ledger.numbers?.demo && (
                <p>
                  <DemoMark of={ledger.numbers} />
                </p>
              )}
              <MonthSums ledger={ledger} />
            </section>
            <LedgerCheck ledger={ledger} checked={checked} />
          </div>
          {hasSums && <LedgerMakers ledger={ledger} />}
          <LedgerCommunity community={ledger.community} />
        </>
      )}
    </div>
  )
}

function MonthSums({ ledger }: { ledger: Ledger }) {
  const { month, sums, others, percent, percentages, paidSoFar, numbers, unstated } = ledger
  if (numbers === null) return <p className="text-lg">{`Nothing was entered in ${formatMonth(month)}.`}</p>
  if (sums === null || paidSoFar === null) return <p className="text-lg">{sayOthers(others)}</p>
  if (percent === null) return <p className="text-lg">{whyNoPercent(sums.returns, unstated.sales)}</p>
  return (
    <RupeeBar shares={sums.shares} total="Sales" percentages={percentages ?? undefined}>
      <span className="text-xl">
        <b>{formatRupees(sums.toMakers)}</b>
        <span>{` of ${formatRupees(sums.total)} ${belongToMakers(percent, paidSoFar)}`}</span>
      </span>
      {percentages && (
        <span className="mt-1 block text-ink-soft">{profitAndPrice(percent, percentages.producer, 'the makers')}</span>
      )}
    </RupeeBar>
  )
}

function whyNoPercent(returns: number, unstatedSales: number) {
  if (returns > 0) return 'More came back in this month than was sold.'
  if (unstatedSales > 0) return 'Nothing was sold whose maker’s price is stated.'
  return 'Nothing was sold in this month.'
}

function Months({ ledger: { month, months } }: { ledger: Ledger }) {
  const later = months.findLast((one) => one > month)
  return (
    <nav aria-label="Months" className="flex gap-1">
      <MonthLink month={months.find((one) => one < month)} icon="chevron-left" rel="prev" />
      <MonthLink month={later} isNow={later === months[0]} icon="chevron-right" rel="next" />
    </nav>
  )
}

interface MonthLinkProps {
  month: string | undefined
  isNow?: boolean
  icon: 'chevron-left' | 'chevron-right'
  rel: 'prev' | 'next'
}

const MonthLink = ({ month, isNow = false, icon, rel }: MonthLinkProps) =>
  month === undefined ? (
    <span className="grid size-11 place-items-center text-ink-mute">
      <PageIcon name={icon} size="lg" />
    </span>
  ) : (
    <Link
      to={ledgerUrl(isNow ? undefined : month)}
      rel={rel}
      prefetch="intent"
      preventScrollReset
      aria-label={formatMonth(month)}
      className={iconButton}
    >
      <PageIcon name={icon} size="lg" />
    </Link>
  )
