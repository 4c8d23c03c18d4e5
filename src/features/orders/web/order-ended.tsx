import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Order } from '../orders.contract.ts'
import { reachedAt } from '../orders.progress.ts'
import { isOff } from '../orders.states.ts'
import { OrderProgress } from './order-progress.tsx'

const inset = 'border-line border-t px-5 md:px-6'

/** An order that has ended: its way, or why it did not arrive. */
export function OrderEnded({ order }: { order: Order }) {
  if (isOff(order.status)) return <Notice className="border-t">{offWords(order)}</Notice>
  if (order.status !== 'Delivered') return null
  const at = reachedAt(order, 'Delivered')
  return (
    <details className={`${inset} text-sm`}>
      <summary className="min-h-11 content-center">
        {at ? `Delivered ${formatDay(at)}. ` : 'Delivered. '}
        <span className="link">
          Track this parcel<span className="sr-only"> (order #{order.number})</span>
        </span>
      </summary>
      <OrderProgress order={order} className="py-4" />
    </details>
  )
}

/** "You cancelled this order on 22 November 2026. There is nothing to pay." */
export function offWords(order: Order) {
  const event = order.history.findLast(({ status }) => status === order.status)
  const on = event ? ` on ${formatDay(event.at)}` : ''
  const what =
    order.status === 'Returned'
      ? `This order came back to us${on}.`
      : `${event?.by === 'shopper' ? 'You' : 'We'} cancelled this order${on}.`
  return `${what}${moneyWords(order)}`
}

/** A wrong payment has a notice of its own. */
function moneyWords({ isPaid, refunded, wrongPayment }: Order) {
  if (refunded > 0) return ` ${formatRupees(refunded)} is refunded.`
  return isPaid || wrongPayment ? '' : ' There is nothing to pay.'
}
