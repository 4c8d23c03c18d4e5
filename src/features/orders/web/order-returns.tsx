import { Link } from 'react-router'
import { lastReturnDay } from '#features/catalog/catalog.returns.ts'
import { formatDay, formatMonthDay, indianDay } from '#shared/day.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Pill } from '#web/ui/pill.tsx'
import type { Order } from '../orders.contract.ts'
import { holdsPieces, isReturnOpen, type ReturnState, returnStateNames } from '../returns.states.ts'

export function ReturnPill({ state }: { state: ReturnState }) {
  const tone = state === 'closed' ? 'ok' : isReturnOpen(state) ? 'wait' : holdsPieces(state) ? 'info' : 'no'
  return <Pill tone={tone}>{returnStateNames[state]}</Pill>
}

/** The last day to return something of an order; undefined when nothing can be. */
function lastDayOf({ parcels, items }: Order, returnDays: number, now: Date) {
  const returnable = new Set(items.filter((item) => item.returnable).map(({ product }) => product._id))
  const days = parcels.flatMap(({ status, deliveredAt, items }) =>
    status === 'Delivered' && deliveredAt && items.some(({ product }) => returnable.has(product))
      ? (lastReturnDay(deliveredAt, returnDays) ?? [])
      : [],
  )
  const last = days.toSorted().at(-1)
  return last !== undefined && indianDay(now) <= last ? last : undefined
}

export function OrderReturns({ order }: { order: Order }) {
  const { returnDays } = useSettings()
  const last = lastDayOf(order, returnDays, new Date())
  const { returns, number } = order
  if (returns.length === 0 && last === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-t px-5 py-2 text-sm md:px-6">
      {returns.length > 0 && (
        <ul className="grid gap-1.5 py-1.5">
          {returns.map(({ _id, state, wish, askedAt }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {wish === 'refund' ? 'Return' : 'Exchange'} of {formatDay(askedAt)} <ReturnPill state={state} />
            </li>
          ))}
        </ul>
      )}
      <span>
        <Link to={`/my-orders/${order._id}/return`} className="link inline-flex min-h-11 items-center">
          {last === undefined ? 'See what you returned' : 'Return or exchange'}
          <span className="sr-only"> (order #{number})</span>
        </Link>
        {last !== undefined && <span className="text-ink-soft"> until {formatMonthDay(last)}</span>}
      </span>
    </div>
  )
}
