import { formatDay } from '#shared/day.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { Order, Parcel } from '../orders.contract.ts'
import { ParcelPill } from './order-pills.tsx'

const ends: Partial<Record<Parcel['status'], string>> = {
  Refused: 'This parcel was not accepted at the door. It is on its way back to us.',
  Lost: 'This parcel was lost on its way. We will contact you about it.',
  Returned: 'This parcel came back to us. We will contact you about it.',
}

export function OrderExchange({ order, parcel }: { order: Order; parcel: Parcel }) {
  const { status, courier, trackingNumber, trackPath, deliveredAt, items } = parcel
  const names = new Map(order.items.map(({ product }) => [product._id, product.name]))
  const carried = [courier, trackingNumber].filter(Boolean).join(' ')
  return (
    <section
      aria-label={`Exchange ${parcel.code}`}
      className="grid gap-2 border-line border-t px-5 py-4 text-sm md:px-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="heading-plain text-base leading-snug">Your exchange</h2>
        <ParcelPill status={status} />
      </header>
      <ul>
        {items.map(({ product, quantity }) => (
          <li key={product} className="wrap-anywhere">
            {quantity} × <Name>{names.get(product)}</Name>
          </li>
        ))}
      </ul>
      {ends[status] && <p>{ends[status]}</p>}
      {deliveredAt && <p>{`Delivered ${formatDay(deliveredAt)}.`}</p>}
      {carried && <p className="wrap-anywhere">{`${carried}.`}</p>}
      {status === 'Shipped' && (
        <p>
          <ButtonLink to={trackPath} variant="line" size="sm">
            <PageIcon name="truck" size="sm" />
            Track parcel<span className="sr-only">{` of the exchange of order #${order.number}`}</span>
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
