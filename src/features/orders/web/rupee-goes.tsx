import type { Percentages } from '#features/prices/prices.percentages.ts'
import { profitAndPrice } from '#features/prices/prices.shares.words.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import { wholePercentOf } from '#shared/money.ts'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { Order } from '../orders.contract.ts'
import type { OrderShares } from '../orders.shares.ts'
import { makersInWords, priceOf, toMakers, unstatedInWords, whatMakersGet } from '../orders.shares.words.ts'

export const rupeeTitle = 'Where your rupee goes'

interface RupeeGoesProps {
  shares: OrderShares | null
  makers: string
  percentages?: Percentages | undefined
  thin?: boolean | undefined
  /** On an invoice: the shop's name of that time. */
  storeName?: string
}

export function RupeeGoes({ shares, makers, ...look }: RupeeGoesProps) {
  if (!shares) return <RupeeBar shares={null} total="Total" {...look} />
  const { tax, unstated } = shares
  const { amount, rest } = whatMakersGet(shares, makers)
  const { percentages } = look
  const joined =
    percentages && profitAndPrice(wholePercentOf(toMakers(shares), priceOf(shares)), percentages.producer, makers)
  return (
    <RupeeBar shares={shares} tax={{ name: taxName, amount: tax }} unstated={unstated} total="Total" {...look}>
      <b>{amount}</b>
      <span>{[rest, unstatedInWords(shares), joined].filter(Boolean).join(' ')}</span>
    </RupeeBar>
  )
}

export function RupeesOfOrder({ order, ...look }: { order: Order } & Pick<RupeeGoesProps, 'percentages' | 'thin'>) {
  const { items, lineCount, shares } = order
  const makers = items.flatMap((item) => (item.shares && item.producer ? item.producer.name : []))
  // Where some lines of a long order are left out, some makers are unknown.
  const known = items.length === lineCount ? [...new Set(makers)] : []
  return <RupeeGoes shares={shares} makers={makersInWords(known)} {...look} />
}
