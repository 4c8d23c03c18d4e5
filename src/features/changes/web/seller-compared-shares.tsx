import type { Percentages } from '#features/prices/prices.percentages.ts'
import { shareLine } from '#features/prices/prices.shares.ts'
import { formatRupees, NO_MONEY, type Paise, plus } from '#shared/money.ts'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { Change } from '../changes.contract.ts'
import { Sides } from './seller-compared.tsx'

interface ComparedSharesProps {
  prices: Extract<Change, { kind: 'piece' }>['prices']
  now: Paise | null
  wanted: Paise | null
  percentages: Percentages
}

/** Where the rupee goes at the maker's price of now, and at the one that is wanted. */
export function ComparedShares({ prices: { offerPrice, costs }, now, wanted, percentages }: ComparedSharesProps) {
  const side = (makerPaise: Paise | null) => {
    const price = makerPaise === null ? undefined : { makerPaise, costsPaise: costs ?? NO_MONEY }
    const shares = price && shareLine({ offerPricePaise: offerPrice, quantity: 1 }, price, percentages)
    return (
      <RupeeBar shares={shares ?? null} total="Price" thin>
        {shares && (
          <span>
            <b>{formatRupees(plus(shares.maker, shares.producer))}</b> to the maker
          </span>
        )}
      </RupeeBar>
    )
  }
  return <Sides title={`Where the ${formatRupees(offerPrice)} go`} now={side(now)} wanted={side(wanted)} />
}
