import { useEffect, useState } from 'react'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { formatDay, readDay } from '#shared/day.ts'
import { formatRupees, plus } from '#shared/money.ts'
import { toPercent } from '#shared/numbers.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { useMay } from '#web/rights.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { ProductDraft } from '../../product-form.rules.ts'
import { type Split, splitOf } from '../../product-split.rules.ts'

/** Pause after typing before a screen reader hears the figures. */
const PAUSE_MS = 1500
/** The first percentages began with the shop; no reader needs their day. */
const FIRST_DAY = '2000-01-01'

export type DatedPercentages = Percentages & { from: string }

interface ProductSplitProps {
  draft: ProductDraft
  percentages: DatedPercentages
}

export function ProductSplit({ draft, percentages }: ProductSplitProps) {
  const { storeName } = useSettings()
  const may = useMay()
  const split = splitOf(draft, percentages)
  return (
    <section aria-labelledby="split-title" className="rounded-sm border border-line bg-paper p-5 nav:p-6">
      <h2 id="split-title" className="heading-plain mb-3 text-lg leading-tight">
        {split ? `Where the ${formatRupees(split.offerPrice)} go` : 'Where the price goes'}
      </h2>
      <Announced text={sentenceOf(split, storeName)} />
      {split ? (
        <Shares split={split} percentages={percentages} />
      ) : (
        <p className="text-sm">
          The maker’s price is not stated yet. The page says so, and the sale counts in no percentage.
        </p>
      )}
      {may('money') && (
        <a
          href="/seller/percentages"
          target="_blank"
          rel="noreferrer"
          className="link mt-2 inline-flex min-h-11 items-center text-sm"
        >
          Change the percentages<span className="sr-only"> (opens a new tab)</span>
        </a>
      )}
    </section>
  )
}

function Shares({ split, percentages }: { split: Split; percentages: DatedPercentages }) {
  const { offerPrice, shares, profit, profitFrom } = split
  const { producer, community, shop, from } = percentages
  const toMaker = plus(shares.maker, shares.producer)
  return (
    <>
      {profit === 0 && (
        <Notice tone="ask" className="mb-3">
          <b>This price leaves no profit.</b> {formatRupees(offerPrice)} go out, and as much comes in.
        </Notice>
      )}
      <RupeeBar shares={shares} total="Price">
        <b>{formatRupees(toMaker)}</b> to the maker, {toPercent(toMaker / offerPrice)}% of the price.
      </RupeeBar>
      {profit <= 0 ? (
        <p className="mt-3 text-ink-soft text-sm leading-hint">
          {profitFrom === undefined
            ? 'Lower the maker’s price or the costs.'
            : `Raise the offer price to ${formatRupees(profitFrom)} or more, or lower the costs.`}{' '}
          You can save it as it is.
        </p>
      ) : (
        <p className="mt-3 text-ink-soft text-sm leading-hint">
          {`${producer}%, ${community}% and ${shop}% of the profit of ${formatRupees(profit)}.${from > FIRST_DAY ? ` Valid from ${formatDay(readDay(from))}.` : ''}`}
        </p>
      )}
    </>
  )
}

function sentenceOf(split: Split | undefined, storeName: string) {
  if (!split) return ''
  const { shares, profit } = split
  if (profit > 0) return `${formatRupees(plus(shares.maker, shares.producer))} to the maker`
  return profit === 0
    ? 'This price leaves no profit'
    : `This price leaves no profit: ${storeName} bears a loss of ${formatRupees(shares.shop).replace('−', '')}`
}

/** Tells screen readers the figures after a pause, but not the first ones. */
function Announced({ text }: { text: string }) {
  const [first] = useState(text)
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTold(text === first ? '' : text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, first])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}
