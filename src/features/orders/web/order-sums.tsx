import { countItems } from '#features/cart/cart.rules.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import { formatRupees } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'

const line = 'flex justify-between gap-4'

export function OrderSums({ order, className = '' }: { order: Order; className?: string }) {
  const isWhole = order.items.length === order.lineCount
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <dl className={`grid gap-1 text-sm ${className}`}>
      <div className={line}>
        <dt>{isWhole ? countItems(pieces) : `${order.lineCount} products`}</dt>
        <dd>{formatRupees(order.subtotal)}</dd>
      </div>
      <div className={line}>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className={line}>
        <dt>{taxName}</dt>
        <dd>{formatRupees(order.tax)}</dd>
      </div>
      <div className={`${line} font-semibold text-ink`}>
        <dt>Total</dt>
        <dd>{formatRupees(order.amount)}</dd>
      </div>
    </dl>
  )
}
