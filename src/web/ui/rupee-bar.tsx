import type { ReactNode } from 'react'
import { formatRupees, minus, NO_MONEY, type Paise, plus, sumOf } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Notice } from './notice.tsx'

/*
 * Who gets how much of a price: one bar and its legend, the same wherever it stands.
 *
 *   <RupeeBar shares={product.shares} total="Price" percentages={percentages}>
 *     <b>{formatRupees(amount)}</b> of these {formatRupees(price)} go to {maker}.
 *   </RupeeBar>
 *
 * The heading ("Where your rupee goes") is the page's. `children` is the sentence over the bar with the figure that counts: what the maker
 * asked and their part of the profit together. It is left out of a loss, where a notice says who bears it, and where nothing is stated.
 */

interface RupeeBarProps {
  /** null: the maker's price is not stated. */
  shares: { maker: Paise; costs: Paise; producer: Paise; community: Paise; shop: Paise } | null
  /** Only where a total is shown: what the shopper pays on top. */
  tax?: { name: string; amount: Paise }
  /** Of the total, what is paid for pieces whose maker's price is not stated. It is in the legend only. */
  unstated?: Paise
  /** The last row of the legend. */
  total: 'Price' | 'Sales' | 'Total'
  /** By which the profit was shared. With them the legend explains each part in a small line. */
  percentages?: { producer: number; community: number; shop: number } | undefined
  /** Half as high, in a panel. */
  thin?: boolean
  children?: ReactNode
}

interface Part {
  /** Its colour and pattern, which app.css knows. */
  look?: string
  name: string
  /** The small line of the legend. */
  about?: string | undefined
  amount: Paise
}

/** All parts in the order in which they always stand. */
function partsOf(
  { shares, tax, unstated, percentages }: RupeeBarProps & { shares: object },
  storeName: string,
): Part[] {
  const explain = (text: string) => percentages && text
  const ofProfit = (percent: number | undefined) => explain(`${percent}% of what is left`)
  return [
    {
      look: 'share-maker',
      name: 'Maker’s price',
      about: explain('What the maker asked for the work'),
      amount: shares.maker,
    },
    {
      look: 'share-producer',
      name: 'Maker’s part of the profit',
      about: ofProfit(percentages?.producer),
      amount: shares.producer,
    },
    {
      look: 'share-costs',
      name: 'Packing and courier',
      about: explain('Box, courier and payment, at cost'),
      amount: shares.costs,
    },
    { look: 'share-community', name: 'Community', about: ofProfit(percentages?.community), amount: shares.community },
    {
      look: 'share-shop',
      name: storeName,
      about: shares.shop < 0 ? explain('Bears the loss') : ofProfit(percentages?.shop),
      amount: shares.shop,
    },
    ...(tax ? [{ look: 'share-tax', name: tax.name, about: explain('Added at checkout'), amount: tax.amount }] : []),
    ...(unstated ? [{ name: 'Maker’s price not stated yet', amount: unstated }] : []),
  ]
}

export function RupeeBar(props: RupeeBarProps) {
  const { storeName } = useSettings()
  const { shares, total, thin = false, children } = props
  if (!shares) return <p className={thin ? 'text-sm' : ''}>The maker’s price is not stated yet.</p>
  const parts = partsOf({ ...props, shares }, storeName)
  const inBar = parts.filter(({ look, amount }) => look && amount > 0)
  return (
    <div className="grid gap-3">
      {shares.shop < 0 ? (
        <Loss shares={shares} storeName={storeName} total={total} />
      ) : (
        children && <p className={thin ? 'text-sm' : ''}>{children}</p>
      )}
      {inBar.length > 0 && (
        <div
          role="img"
          aria-label={parts
            .filter(({ look }) => look)
            .map(({ name, amount }) => `${name} ${formatRupees(amount)}`)
            .join('; ')}
          className={`flex gap-0.5 ${thin ? 'h-3.5' : 'h-7'}`}
        >
          {inBar.map(({ look, amount }) => (
            <span key={look} className={`min-w-1 basis-0 ${look}`} style={{ flexGrow: amount }} />
          ))}
        </div>
      )}
      <dl className="text-sm leading-snug">
        {parts.map(({ look = '', name, about, amount }) => (
          <div key={name} className="flex justify-between gap-4 border-line py-1.75 not-first:border-t">
            <dt className="grid grid-cols-[0.875rem_1fr] items-start gap-2.5">
              <span aria-hidden="true" className={`mt-0.75 size-3.5 ${look}`} />
              <span>
                {name}
                {about && <small className="block text-ink-mute text-xs">{about}</small>}
              </span>
            </dt>
            <dd className={`figures whitespace-nowrap ${amount < 0 ? 'text-madder-700' : ''}`}>
              {formatRupees(amount)}
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-line-strong border-t py-1.75 font-semibold">
          <dt>{total}</dt>
          <dd className="figures whitespace-nowrap">{formatRupees(sumOf(parts.map(({ amount }) => amount)))}</dd>
        </div>
      </dl>
    </div>
  )
}

interface LossProps {
  shares: NonNullable<RupeeBarProps['shares']>
  storeName: string
  total: RupeeBarProps['total']
}

/** More goes out than comes in: the difference is the shop's. */
function Loss({ shares, storeName, total }: LossProps) {
  const { maker, costs, producer, community, shop } = shares
  const out = sumOf([maker, costs, producer, community])
  return (
    <Notice tone="ask">
      {total === 'Price' && <b>This price leaves no profit. </b>}
      {formatRupees(out)} go out, {formatRupees(plus(out, shop))} come in. {storeName} bears{' '}
      {formatRupees(minus(NO_MONEY, shop))}
      {total === 'Price' && ' on each piece'}.
    </Notice>
  )
}
