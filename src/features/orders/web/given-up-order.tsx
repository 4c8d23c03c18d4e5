import { useId } from 'react'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { BuyAgain } from './buy-again.tsx'
import { StatusPill } from './order-pills.tsx'

/** An order whose payment was given up: no card, a line with the way back to the goods. */
export function GivenUpOrder({ order }: { order: Order }) {
  const title = useId()
  return (
    <article
      aria-labelledby={title}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border border-line px-5 py-3.5 text-sm md:px-6"
    >
      <p className="min-w-0 flex-1 basis-60">
        <b id={title}>
          <span className="sr-only">Order </span>#{order.number}
        </b>{' '}
        of {formatDay(order.createdAt)} over {formatRupees(order.amount)} was not paid. Nothing was taken.
      </p>
      <StatusPill status={order.status} />
      <BuyAgain order={order} />
    </article>
  )
}
