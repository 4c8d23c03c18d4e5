import { Link } from 'react-router'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { PERCENTAGES_UNREAD, profitAndPrice } from '#features/prices/prices.shares.words.ts'
import { formatRupees, plus, wholePercentOf } from '#shared/money.ts'
import { UNREAD } from '#web/read-part.ts'
import { NotShown } from '#web/ui/not-shown.tsx'
import { RupeeBar } from '#web/ui/rupee-bar.tsx'
import type { Product } from '../../catalog.contract.ts'
import type { Maker } from './product-maker.tsx'

interface WhereRupeeGoesProps {
  product: Product
  maker: Maker | undefined | typeof UNREAD
  percentages: Percentages | typeof UNREAD
}

const toMaker = ({ maker, producer }: NonNullable<Product['shares']>) => plus(maker, producer)

/** Nothing for a piece that the shop makes itself. */
export function WhereRupeeGoes({ product, ...read }: WhereRupeeGoesProps) {
  const { shares, offerPrice } = product
  const maker = read.maker === UNREAD ? undefined : read.maker
  const percentages = read.percentages === UNREAD ? undefined : read.percentages
  if (!shares && !product.producer) return null
  const joined =
    shares && percentages ? profitAndPrice(wholePercentOf(toMaker(shares), offerPrice), percentages.producer) : ''
  return (
    <section aria-labelledby="rupee" className="grid min-w-0 content-start gap-3 lg:grow-5 lg:basis-0">
      <h2 id="rupee" className="heading-plain text-lg leading-snug">
        Where your rupee goes
      </h2>
      <RupeeBar shares={shares} total="Price" percentages={percentages}>
        <b>{shares && formatRupees(toMaker(shares))}</b>
        <span>{` of these ${formatRupees(offerPrice)} go to ${maker?.name ?? 'the maker'}. ${joined}`}</span>
      </RupeeBar>
      {!percentages && <NotShown>{PERCENTAGES_UNREAD}</NotShown>}
      {shares && (
        <p className="text-ink-mute text-sm">
          {read.maker !== UNREAD && (
            <span>
              {maker?.isDemo
                ? 'Sample figures of the demo: this maker is not a real one. '
                : 'Agreed with the maker before the sale and kept for ever. '}
            </span>
          )}
          <Link to="/ledger" className="link">
            See the ledger
          </Link>
        </p>
      )}
    </section>
  )
}
