import type { Percentages } from '#features/catalog/catalog.percentages.ts'
import { taxName } from '#features/catalog/catalog.tax.ts'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { Order } from '../orders.contract.ts'
import type { OrderShares } from '../orders.shares.ts'
import { makersInWords, unstatedInWords, whatMakersGet } from '../orders.shares.words.ts'

export const rupeeTitle = 'Where your rupee goes'

interface RupeeGoesProps {
  /** null: no line is stated. */
  shares: OrderShares | null
  /** "Matti Pottery Collective" or "the two makers". */
  makers: string
  /** By which the profit was shared, where that is known. */
  percentages?: Percentages | undefined
  thin?: boolean | undefined
  /** Of a paper: the shop's name when it was written. */
  storeName?: string
}

/** Who gets how much of a whole order or cart, with its tax. */
export function RupeeGoes({ shares, makers, ...look }: RupeeGoesProps) {
  if (!shares) return <RupeeBar shares={null} total="Total" {...look} />
  const { tax, unstated } = shares
  const { amount, rest } = whatMakersGet(shares, makers)
  return (
    <RupeeBar shares={shares} tax={{ name: taxName, amount: tax }} unstated={unstated} total="Total" {...look}>
      <b>{amount}</b>
      {rest} {unstatedInWords(shares)}
    </RupeeBar>
  )
}

/** The same of an order that was placed. */
export function RupeesOfOrder({ order, ...look }: { order: Order } & Pick<RupeeGoesProps, 'percentages' | 'thin'>) {
  const { items, lineCount, shares } = order
  const makers = items.flatMap((item) => (item.shares && item.producer ? item.producer.name : []))
  // A list shows few lines of a long order: then not all makers are known.
  const known = items.length === lineCount ? [...new Set(makers)] : []
  return <RupeeGoes shares={shares} makers={makersInWords(known)} {...look} />
}
