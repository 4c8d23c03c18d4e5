import { useSettings } from '#web/hooks/use-root.ts'
import type { Product } from '../../catalog.contract.ts'
import {
  type DeliveryDates,
  deliveryDatesText,
  deliveryDaysOf,
  deliveryText,
  sentFromText,
} from '../../catalog.delivery.ts'
import { OnlyLeft } from './only-left.tsx'

type Counted = Pick<Product, 'inStock' | 'left'>

/** "Only 4 left" and "Delivered in 4 to 8 days". */
export function StockLine({ product }: { product: Counted & Pick<Product, 'deliveryDays' | 'backOn'> }) {
  const { deliveryDays } = useSettings()
  if (!product.inStock) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      <OnlyLeft left={product.left} />
      <span>
        {product.backOn
          ? sentFromText(product.backOn)
          : deliveryText(deliveryDaysOf(product.deliveryDays, deliveryDays))}
      </span>
    </p>
  )
}

export const OrderToday = ({ arrives }: { arrives: DeliveryDates }) => (
  <span>
    Order today, with you <b className="font-semibold">{`${deliveryDatesText(arrives)}.`}</b>
  </span>
)
