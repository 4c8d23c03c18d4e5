import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { formatRupees, type Paise, sumOf } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { ShareBar, ShareLegend } from '#web/ui/share-bar.tsx'
import { useLanguage } from '#web/words.tsx'
import { Card } from '../../web/card.tsx'
import { usePages } from '../../web/use-pages.ts'
import type { OwnSale } from '../money.contract.ts'
import { useMoneyWords } from './use-money-words.ts'

interface OwnSalesProps {
  sales: readonly OwnSale[]
  due: Paise
  later: Paise
  page: number
  pages: number
}

/** One page of them; by state, each state newest first. */
export function OwnSales({ sales, page, pages, ...sums }: OwnSalesProps) {
  const words = usePages()
  const say = useMoneyWords()
  if (sales.length === 0)
    return (
      <Panel>
        <EmptyState title={say.noSales} text={say.noSalesText} />
      </Panel>
    )
  const groups = [
    { state: 'due', title: words.due, sum: sums.due },
    { state: 'later', title: say.later, sum: sums.later },
    { state: 'in a payout', title: say.inPayout, sum: undefined },
  ] as const
  return (
    <Card aria-labelledby="sales">
      <h2 id="sales" className="heading-plain -mt-1 flex min-h-13 items-center pr-14 text-lg">
        {words.saleBySale}
      </h2>
      {groups.map(({ state, title, sum }) => (
        // Only where all of them are on one page do they add up to the sum.
        <Group key={state} title={title} sum={pages === 1 ? sum : undefined}>
          {sales.filter((sale) => sale.state === state)}
        </Group>
      ))}
      {pages > 1 && (
        <nav aria-labelledby="sales" className="-mb-2 flex justify-between">
          {page > 1 ? <PageLink page={page - 1}>{words.next}</PageLink> : <span />}
          {page < pages && <PageLink page={page + 1}>{words.previous}</PageLink>}
        </nav>
      )}
    </Card>
  )
}

const PageLink = ({ page, children }: { page: number; children: string }) => (
  <Link to={`/workshop/money?page=${page}`} className="link grid min-h-12 place-items-center">
    {children}
  </Link>
)

/** Rows from edge to edge of the card. */
function Group({ title, sum, children }: { title: string; sum: Paise | undefined; children: readonly OwnSale[] }) {
  if (children.length === 0) return null
  return (
    <section className="-mx-4 -mt-3 last:-mb-4">
      <h3 className="heading-plain flex justify-between gap-4 border-line border-y bg-kora px-4 py-2.5 text-base">
        <span>{title}</span>
        {sum !== undefined && <span>{formatRupees(sum)}</span>}
      </h3>
      <ul>
        {children.map((sale) => (
          <li key={sale.entry} className="border-line not-first:border-t">
            <Sale {...sale} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** With how the price is shared it opens. */
function Sale({ shares, ...sale }: OwnSale) {
  const { storeName } = useSettings()
  const say = useMoneyWords()
  if (!shares) return <Row {...sale} />
  const parts = [
    ...(['maker', 'producer', 'costs', 'community'] as const).map((share) => ({
      ...{ share, name: say.share[share], amount: shares[share] },
    })),
    { share: 'shop' as const, name: say.shop(storeName), amount: shares.shop },
  ]
  const price = sumOf(parts.map(({ amount }) => amount))
  return (
    <details className="group open:bg-neel-50">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <Row {...sale} opens>
          {price > 0 && (
            <div aria-hidden="true" className="pt-1 group-open:hidden">
              <ShareBar parts={parts} thin />
            </div>
          )}
        </Row>
      </summary>
      <div className="grid gap-3 px-4 pb-4">
        {price > 0 && (
          <>
            <p className="text-base">{say.yoursOf(formatRupees(sale.amount), formatRupees(price))}</p>
            <ShareBar parts={parts} />
          </>
        )}
        <ShareLegend parts={parts} total={{ name: say.customersPrice, amount: price }} />
      </div>
    </details>
  )
}

type RowProps = Omit<OwnSale, 'shares'> & { opens?: boolean; children?: ReactNode }

function Row({ kind, at, piece, picture, quantity, amount, dueFrom, state, opens = false, children }: RowProps) {
  const say = useMoneyWords()
  const language = useLanguage()
  const pieces = Math.abs(quantity)
  const small = [
    ...(kind === 'sale' || piece === null ? [] : [say.entryKind[kind]]),
    formatDay(new Date(at), language),
    ...(state === 'later' ? [say.dueFrom(formatDay(new Date(dueFrom), language))] : []),
  ]
  return (
    <div className="flex gap-3.5 p-4">
      {piece !== null && <Thumbnail picture={picture ?? undefined} sizes="64px" lazy className="size-16 flex-none" />}
      <div className="grid min-w-0 flex-1 content-start gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 leading-snug">
          <span className="wrap-anywhere min-w-0 flex-1 basis-24">
            {piece === null ? say.entryKind[kind] : <Name>{piece}</Name>}
            {piece !== null && pieces > 1 && <span> × {pieces}</span>}
          </span>
          <b className="whitespace-nowrap">{formatRupees(amount)}</b>
        </div>
        <div className="flex items-start justify-between gap-3">
          <span className="text-ink-soft text-sm">
            {small.map((text) => (
              <span key={text} className="block">
                {text}
              </span>
            ))}
          </span>
          {opens && <Icon name="chevron-right" className="flex-none rotate-90 group-open:-rotate-90" />}
        </div>
        {children}
      </div>
    </div>
  )
}
