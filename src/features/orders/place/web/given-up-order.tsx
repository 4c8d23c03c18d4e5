import { useId } from 'react'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import type { Order } from '../../orders.contract.ts'
import { StatusPill } from '../../web/order-pills.tsx'
import { BuyAgain } from './buy-again.tsx'

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
        <DemoMark of={order} /> of {formatDay(order.createdAt)} for {formatRupees(order.amount)} was not paid. Nothing
        was taken.
      </p>
      <StatusPill status={order.status} />
      <BuyAgain order={order} />
    </article>
  )
}
