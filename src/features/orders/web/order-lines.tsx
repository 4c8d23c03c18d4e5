import { Link } from 'react-router'
import { bestBeforeText } from '#features/catalog/batches/batches.texts.ts'
import { findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import { formatRupees, times } from '#shared/money.ts'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import type { Order } from '../orders.contract.ts'

interface OrderLinesProps {
  items: Order['items']
  lazy: boolean
  /** One level below the heading over the lines. */
  heading?: 'h2' | 'h3'
}

export function OrderLines({ items, lazy, heading: Heading = 'h2' }: OrderLinesProps) {
  return (
    <ul className="px-5 md:px-6">
      {items.map(({ product, quantity, producer, batches = [] }) => (
        <li key={product._id} className="flex gap-4 border-line py-4 not-first:border-t">
          <Thumbnail
            picture={product.images[0]}
            category={product.category}
            sizes="72px"
            maxWidth={160}
            lazy={lazy}
            className="aspect-product w-18 flex-none self-start"
          />
          <div className="min-w-0 flex-1 md:flex md:justify-between md:gap-4">
            <div className="min-w-0">
              <Heading className="heading-plain wrap-anywhere text-base leading-tight">
                <Link
                  to={productUrl(product)}
                  prefetch="intent"
                  className="touch hover:underline hover:underline-offset-4"
                >
                  <Name>{product.name}</Name>
                </Link>
              </Heading>
              <p className="text-ink-soft text-sm">
                {[findCategory(product.category)?.text, producer?.name].filter(Boolean).join(', ')}
              </p>
              <p className="text-sm">Quantity: {quantity}</p>
              {batches.length > 0 && <p className="text-sm">{bestBeforeText(batches)}</p>}
            </div>
            <p className="max-md:mt-1">{formatRupees(times(product.offerPrice, quantity))}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
