import type { ReactNode } from 'react'
import { formatRupees, minus, NO_MONEY, type Paise, plus, sumOf } from '#shared/money.ts'
import { namedShares, type PriceShares, unstatedName } from '#shared/named-shares.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Notice } from './notice.tsx'

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

const looks = {
  maker: 'share bg-neel-700',
  producer: 'share share-striped',
  costs: 'share border border-line-strong bg-kora-deep',
  community: 'share bg-madder-700',
  shop: 'share bg-haldi-500',
  unstated: 'share share-unstated',
  tax: 'share border border-line-strong bg-white',
}
type Share = keyof typeof looks

function explain(
  share: Exclude<Share, 'unstated'>,
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
  const parts = [
    ...namedShares(shares, storeName),
    ...(unstated ? [{ share: 'unstated' as const, name: unstatedName, amount: unstated }] : []),
    ...(tax ? [{ share: 'tax' as const, ...tax }] : []),
  ]
  const inBar = parts.filter(({ amount }) => amount > 0)
  const sum = sumOf(parts.map(({ amount }) => amount))
  return (
    <div className="grid gap-3">
      {isLoss ? (
        <Loss shares={shares} storeName={storeName} isOfPiece={total === 'Price'} />
      ) : (
        children && <p className={textSize}>{children}</p>
      )}
      {inBar.length > 0 && (
        <div
          role="img"
          aria-label={parts.map(({ name, amount }) => `${name} ${formatRupees(amount)}`).join('; ')}
          className={`flex gap-0.5 ${thin ? 'h-3.5' : 'h-7'}`}
        >
          {inBar.map(({ share, amount }) => (
            <span key={share} className={looks[share]} style={{ flex: amount, minWidth: 4 }} />
          ))}
        </div>
      )}
      <dl className="text-sm leading-snug">
        {parts.map(({ share, name, amount }) => (
          <Row
            key={share}
            look={looks[share]}
            name={name}
            about={percentages && share !== 'unstated' ? explain(share, percentages, isLoss) : undefined}
            amount={amount}
          />
        ))}
        <div className="flex justify-between gap-4 border-line-strong border-t py-1.75 font-semibold">
          <dt>{total}</dt>
          <dd className="figures whitespace-nowrap">{formatRupees(sum)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Row({ look, name, about, amount }: { look: string; name: string; about: string | undefined; amount: Paise }) {
  return (
    <div className="flex justify-between gap-4 border-line py-1.75 not-first:border-t">
      <dt className="flex items-start gap-2.5">
        <span aria-hidden="true" className={`mt-1 size-3 shrink-0 ${look}`} />
        <span>
          <span>{name}</span>
          {about && <small className="block text-ink-mute text-xs">{about}</small>}
        </span>
      </dt>
      <dd className={`figures whitespace-nowrap ${amount < 0 ? 'text-madder-700' : ''}`}>{formatRupees(amount)}</dd>
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
