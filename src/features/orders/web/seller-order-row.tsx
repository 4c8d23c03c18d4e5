import { useRef } from 'react'
import { Link } from 'react-router'
import { dialPhone, formatPhone } from '#features/addresses/addresses.rules.ts'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { Thumbnail } from '#web/ui/picture.tsx'
import type { Order } from '../orders.contract.ts'
import type { AskName } from './order-asks.ts'
import { PaymentPill, StatusPill } from './order-pills.tsx'
import { CashSteps, MoveOn } from './seller-order-steps.tsx'

const cell = 'align-top leading-hint orders:border-line orders:border-b orders:px-3 orders:py-3 xl:px-4'

interface SellerOrderRowProps {
  order: Order
  lazy: boolean
  /** A form sent before JavaScript had loaded asks this about the order. */
  asked: AskName | undefined
}

/** One order: a row of the table, a block on a narrower screen. */
export function SellerOrderRow({ order, lazy, asked }: SellerOrderRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  const { address, createdAt } = order
  const { day, time } = formatMoment(createdAt)
  const stay = () => row.current?.focus()
  return (
    <tr
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-seller-order gap-x-4 gap-y-3.5 border-line border-b px-4 py-4.5 hover:bg-neel-50 focus-visible:-outline-offset-2 orders:table-row orders:border-0"
    >
      <td className={cell}>
        <Link to={`/seller/orders/${order._id}`} className="link font-semibold">
          #{order.number}
        </Link>
        <br />
        <span className="whitespace-nowrap text-ink-soft text-sm">
          {day} <br className="max-orders:hidden" />
          {time}
        </span>
      </td>
      <td className={`${cell} col-span-full row-start-2 orders:min-w-60`}>
        <ul className="grid gap-2">
          {order.items.map(({ product, quantity, producer }) => (
            <li key={product._id} className="flex items-center gap-2.5">
              <Thumbnail
                picture={product.images[0]}
                category={product.category}
                sizes="36px"
                maxWidth={160}
                lazy={lazy}
                className="size-9 flex-none"
              />
              <span className="wrap-anywhere min-w-0">
                <bdi>{product.name}</bdi> <span className="whitespace-nowrap text-ink-mute">× {quantity}</span>
                {producer && <span className="block text-ink-mute text-xs">{producer.name}</span>}
              </span>
            </li>
          ))}
        </ul>
        {order.lineCount > order.items.length && (
          <Link to={`/seller/orders/${order._id}`} className="link inline-flex min-h-11 items-center text-sm">
            {order.lineCount - order.items.length} more<span className="sr-only"> in order #{order.number}</span>
          </Link>
        )}
      </td>
      <td className={`${cell} wrap-anywhere col-span-full row-start-3 text-sm`}>
        <b>
          <bdi>
            {address.firstName} {address.lastName}
          </bdi>
        </b>
        <br />
        <span className="text-ink-soft">
          <bdi>{address.street}</bdi>, <bdi>{address.city}</bdi>, <bdi>{address.state}</bdi> {address.zipcode}
          <br />
          <a
            href={`tel:${dialPhone(address.phone, address.country)}`}
            className="pointer-coarse:link pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {formatPhone(address.phone, address.country)}
          </a>
        </span>
      </td>
      <td
        className={`${cell} figures row-start-4 whitespace-nowrap text-right font-semibold max-orders:col-start-2 max-orders:text-lg`}
      >
        {formatRupees(order.amount)}
      </td>
      <td className={`${cell} row-start-4 max-orders:col-start-1`}>
        <PaymentPill order={order} />
        <span className="text-ink-mute text-xs max-orders:ml-2 orders:mt-1 orders:block">
          {order.paymentType}
          {order.refunded > 0 && `, ${formatRupees(order.refunded)} refunded`}
        </span>
        <CashSteps order={order} asked={asked} onGone={stay} />
      </td>
      <td className={`${cell} row-start-1 max-orders:contents`}>
        <span className="max-orders:col-start-2 max-orders:row-start-1 max-orders:justify-self-end">
          <StatusPill status={order.status} />
        </span>
        <MoveOn order={order} asked={asked} onGone={stay} />
      </td>
    </tr>
  )
}
