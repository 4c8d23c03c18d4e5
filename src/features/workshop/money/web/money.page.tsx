import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { askedPage } from '#web/seller-page.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useLanguage } from '#web/words.tsx'
import { Card } from '../../web/card.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { getOwnMoney, getOwnStatement, getOwnStatementCsv, type OwnPayout, type OwnSale } from '../money.contract.ts'

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

/** What is due and what comes later, each sale of it, and what was paid. */
export default function MoneyPage() {
  const money = useLoaderData<typeof loader>()
  const say = usePages()
  if (!money) return null
  const { due, later, sales, payouts, page, pages } = money
  return (
    <>
      <h1 className="text-3xl">{say.money}</h1>
      <Card aria-labelledby="due">
        <h2 id="due" className="pr-14 font-semibold text-lg">
          {say.due}
        </h2>
        <p className="figures font-display text-3xl">{formatRupeesShort(due)}</p>
        {later > 0 && <p className="text-ink-soft text-sm">{say.dueLater(formatRupeesShort(later))}</p>}
      </Card>
      {payouts.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-semibold text-lg">{say.payouts}</h2>
          <ul className="border border-line bg-paper">
            {payouts.map((payout) => (
              <Payout key={payout._id} {...payout} />
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h2 className="font-semibold text-lg">{say.saleBySale}</h2>
        {sales.length === 0 ? (
          <Panel>
            <EmptyState title={say.noSales} text={say.noSalesText} />
          </Panel>
        ) : (
          <ul className="border border-line bg-paper">
            {sales.map((sale) => (
              <Sale key={sale.entry} {...sale} />
            ))}
          </ul>
        )}
      </section>
      {pages > 1 && (
        <nav className="flex justify-between">
          {page > 1 ? <PageLink page={page - 1}>{say.next}</PageLink> : <span />}
          {page < pages && <PageLink page={page + 1}>{say.previous}</PageLink>}
        </nav>
      )}
    </>
  )
}

const PageLink = ({ page, children }: { page: number; children: string }) => (
  <Link to={`/workshop/money?page=${page}`} className="link grid min-h-12 place-items-center">
    {children}
  </Link>
)

const rowLook = 'grid gap-1 border-line p-4 not-first:border-t'

function Payout({ madeAt, amount, state, reference, pdf, csv }: OwnPayout & { pdf: string; csv: string }) {
  const say = usePages()
  const language = useLanguage()
  return (
    <li className={rowLook}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <b className="figures">{formatRupeesShort(amount)}</b>
        <span className="text-sm">{say.payoutState[state]}</span>
      </div>
      <p className="text-ink-soft text-sm">
        {formatDay(new Date(madeAt), language)}
        {reference && <bdi lang="en-IN">, {reference}</bdi>}
      </p>
      <p className="flex flex-wrap gap-3">
        <DownloadLink href={pdf}>{say.statement}</DownloadLink>
        <DownloadLink href={csv}>{say.statementCsv}</DownloadLink>
      </p>
    </li>
  )
}

function Sale({ kind, at, piece, quantity, amount, dueFrom, state }: OwnSale) {
  const say = usePages()
  const language = useLanguage()
  return (
    <li className={rowLook}>
      <div className="flex items-baseline justify-between gap-3">
        <b>{piece === null ? say.entryKind[kind] : <Name>{piece}</Name>}</b>
        <b className="figures flex-none">{formatRupeesShort(amount)}</b>
      </div>
      <p className="text-ink-soft text-sm">
        {[
          ...(kind === 'sale' || piece === null ? [] : [say.entryKind[kind]]),
          ...(quantity > 0 ? [say.pieces(quantity)] : []),
          formatDay(new Date(at), language),
        ].join(', ')}
      </p>
      <p className="text-sm">
        {state === 'later'
          ? say.dueFrom(formatDay(new Date(dueFrom), language))
          : state === 'due'
            ? say.due
            : say.inPayout}
      </p>
    </li>
  )
}
