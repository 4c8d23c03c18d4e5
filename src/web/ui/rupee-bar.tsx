import type { ReactNode } from 'react'
import { formatRupees, minus, NO_MONEY, type Paise, plus, sumOf } from '#shared/money.ts'
import { namedShares, type PriceShares, unstatedName } from '#shared/named-shares.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Notice } from './notice.tsx'
import { ShareBar, ShareLegend, type SharePart } from './share-bar.tsx'

/*
 * Who gets how much of a price, wherever it stands; the heading is the page's. `children` is the sentence with the figure that counts (what
 * the maker asked and their part of the profit); it is left out of a loss, and where nothing is stated. <RupeeBar shares={product.shares}
 * total="Price" percentages={percentages}>…</RupeeBar>
 */

interface RupeeBarProps {
  shares: PriceShares | null
  /** Only where a total is shown: what the shopper pays on top. */
  tax?: { name: string; amount: Paise }
  /** Of the total, what is paid for pieces whose maker's price is not stated. */
  unstated?: Paise
  total: 'Price' | 'Sales' | 'Total'
  /** With these the legend explains each part in a small line. */
  percentages?: { producer: number; community: number; shop: number } | undefined
  thin?: boolean | undefined
  /** On an invoice: the shop's name when it was written. */
  storeName?: string | undefined
  children?: ReactNode
}

function explain(
  share: Exclude<SharePart['share'], 'unstated'>,
  percentages: NonNullable<RupeeBarProps['percentages']>,
  isLoss: boolean,
) {
  if (share === 'maker') return 'What the maker asked for the work'
  if (share === 'costs') return 'Box, courier and payment, at cost'
  if (share === 'tax') return 'Added at checkout'
  return share === 'shop' && isLoss ? 'Bears the loss' : `${percentages[share]}% of what is left`
}

export function RupeeBar({ shares, tax, unstated, total, percentages, thin, children, ...paper }: RupeeBarProps) {
  const settings = useSettings()
  const storeName = paper.storeName ?? settings.storeName
  const textSize = thin ? 'text-sm' : ''
  if (!shares) return <p className={textSize}>The maker’s price is not stated yet.</p>
  const isLoss = shares.shop < 0
  const unexplained: SharePart[] = [
    ...namedShares(shares, storeName),
    ...(unstated ? [{ share: 'unstated' as const, name: unstatedName, amount: unstated }] : []),
    ...(tax ? [{ share: 'tax' as const, ...tax }] : []),
  ]
  const parts = unexplained.map((part) => ({
    ...part,
    about: percentages && part.share !== 'unstated' ? explain(part.share, percentages, isLoss) : undefined,
  }))
  return (
    <div className="grid gap-3">
      {isLoss ? (
        <Loss shares={shares} storeName={storeName} isOfPiece={total === 'Price'} />
      ) : (
        children && <p className={textSize}>{children}</p>
      )}
      <ShareBar parts={parts} thin={thin} />
      <ShareLegend parts={parts} total={{ name: total, amount: sumOf(parts.map(({ amount }) => amount)) }} />
    </div>
  )
}

function Loss({ shares, storeName, isOfPiece }: { shares: PriceShares; storeName: string; isOfPiece: boolean }) {
  const { maker, costs, producer, community, shop } = shares
  const out = sumOf([maker, costs, producer, community])
  return (
    <Notice tone="ask">
      {isOfPiece && <b>This price leaves no profit. </b>}
      <span>
        {`${formatRupees(out)} go out, ${formatRupees(plus(out, shop))} come in. ${storeName} bears ${formatRupees(minus(NO_MONEY, shop))}${isOfPiece ? ' on each piece' : ''}.`}
      </span>
    </Notice>
  )
}
