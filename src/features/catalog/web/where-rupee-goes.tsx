import { Link } from 'react-router'
import { formatRupees, plus } from '#shared/money.ts'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { Product } from '../catalog.contract.ts'
import type { Percentages } from '../catalog.percentages.ts'
import type { Maker } from './product-maker.tsx'

interface WhereRupeeGoesProps {
  product: Product
  maker: Maker | undefined
  percentages: Percentages | undefined
}

/** Who gets how much of the price. Of a piece that the shop makes itself there is nothing to say. */
export function WhereRupeeGoes({ product, maker, percentages }: WhereRupeeGoesProps) {
  const { shares, offerPrice } = product
  if (!shares && !product.producer) return null
  return (
    <section aria-labelledby="rupee" className="grid min-w-0 content-start gap-3 lg:grow-5 lg:basis-0">
      <h2 id="rupee" className="heading-plain text-lg leading-snug">
        Where your rupee goes
      </h2>
      <RupeeBar shares={shares} total="Price" percentages={percentages}>
        <b>{shares && formatRupees(plus(shares.maker, shares.producer))}</b> of these {formatRupees(offerPrice)} go to{' '}
        {maker?.name ?? 'the maker'}.
      </RupeeBar>
      {shares && (
        <p className="text-ink-mute text-sm">
          {maker?.isDemo
            ? 'Sample figures of the demo: this maker is not a real one.'
            : 'Agreed with the maker before the sale and kept for ever.'}{' '}
          <Link to="/ledger" className="link">
            See the ledger
          </Link>
        </p>
      )}
    </section>
  )
}
