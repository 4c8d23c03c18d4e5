import { formatMoment } from '#shared/day.ts'
import type { Order, OrderEvent } from '../orders.contract.ts'

/** Who reads it: their own entries say "you", others their name. */
const names = {
  shopper: { shopper: 'you', seller: 'the shop', payment: 'the payment service', shop: 'the shop' },
  seller: { shopper: 'the shopper', seller: 'a seller', payment: 'the payment service', shop: 'the shop' },
} as const satisfies Record<string, Record<OrderEvent['by'], string>>

export function OrderHistory({ order, reader }: { order: Order; reader: keyof typeof names }) {
  return (
    <ol className="grid gap-2 text-sm">
      {order.history.map(({ at, by, seller, text }, place) => {
        const { day, time } = formatMoment(at)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <li key={place} className="grid gap-x-5 sm:grid-cols-history">
            <time dateTime={at.toISOString()} className="whitespace-nowrap text-ink-mute">
              {day}, {time}
            </time>
            <span className="wrap-anywhere">
              {text} <span className="text-ink-mute">({seller ?? names[reader][by]})</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
