import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { Order, Parcel } from '../../orders.contract.ts'
import { placedAt, progressOfParcel } from '../../orders.progress.ts'
import { OrderLines } from '../../web/order-lines.tsx'
import { ParcelPill } from '../../web/order-pills.tsx'
import { ProgressLine, WithYou } from '../../web/order-progress.tsx'
import { cashToKeep, parcelEndWords } from '../parcels.words.ts'
import { ShareLink } from './share-parcel.tsx'

const inset = 'px-5 md:px-6'

interface OrderParcelProps {
  order: Order
  parcel: Parcel
  lazy: boolean
}

/** One parcel: its sender, its progress or why it did not come, and its lines. The only parcel of an order needs no name. */
export function OrderParcel({ order, parcel, lazy }: OrderParcelProps) {
  const { storeName } = useSettings()
  const { number, sender, status } = parcel
  const count = order.parcels.length
  const isOnly = count === 1
  const name = `parcel ${number} of order #${order.number}`
  const end = parcelEndWords(order, parcel)
  const items = parcel.items.flatMap(({ product, quantity }) => {
    const item = order.items.find((one) => one.product._id === product)
    return item ? [{ ...item, quantity }] : []
  })
  return (
    <section
      aria-label={isOnly ? undefined : `Parcel ${number} of ${count}`}
      className="border-line not-first:border-t"
    >
      {!isOnly && (
        <header className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pt-5 ${inset}`}>
          <h2 className="heading-plain wrap-anywhere min-w-0 text-base leading-snug">
            Parcel {number} of {count}, from <Name>{sender?.name ?? storeName}</Name>
          </h2>
          <ParcelPill status={status} />
        </header>
      )}
      {end ? (
        <Notice className={isOnly ? 'border-t' : 'mx-5 mt-4 md:mx-6'}>{end}</Notice>
      ) : (
        <Way order={order} parcel={parcel} name={isOnly ? `order #${order.number}` : name} isOnly={isOnly} />
      )}
      <OrderLines items={items} lazy={lazy} heading={isOnly ? 'h2' : 'h3'} />
      {!end && status !== 'Delivered' && (
        <div className={`pb-4 empty:hidden ${inset}`}>
          <Courier order={order} parcel={parcel} />
        </div>
      )}
      {status === 'Shipped' && (
        <div className={`flex flex-wrap gap-2 pb-5 ${inset}`}>
          <ButtonLink to={parcel.trackPath} variant="line" size="sm">
            <PageIcon name="truck" size="sm" />
            Track parcel<span className="sr-only">{` ${isOnly ? `of order #${order.number}` : number}`}</span>
          </ButtonLink>
          <ShareLink trackPath={parcel.trackPath} what={name} />
        </div>
      )}
    </section>
  )
}

function Way({ order, parcel, name, isOnly }: { order: Order; parcel: Parcel; name: string; isOnly: boolean }) {
  const steps = progressOfParcel(parcel, placedAt(order))
  if (!steps) return null
  const line = <ProgressLine steps={steps} label={`Progress of ${name}`} delivery={order.delivery} />
  if (parcel.status === 'Delivered') {
    return (
      <details className={`text-sm ${inset}`}>
        <summary className="min-h-11 content-center">
          {parcel.deliveredAt ? `Delivered ${formatDay(parcel.deliveredAt)}. ` : 'Delivered. '}
          <span className="link">
            Track this parcel<span className="sr-only"> ({name})</span>
          </span>
        </summary>
        <div className="grid gap-4 py-4">
          {line}
          <Courier order={order} parcel={parcel} />
        </div>
      </details>
    )
  }
  return (
    <div className={`${isOnly ? 'border-line border-b py-4' : 'pt-1'} ${inset}`}>
      <WithYou order={order} className="mb-4 text-ink-soft text-sm" />
      {line}
    </div>
  )
}

/** "Speed Post EX412906331IN. Keep ₹1,621.80 ready." */
function Courier({ order, parcel }: { order: Order; parcel: Parcel }) {
  const { status, courier, trackingNumber, sender } = parcel
  const cash = cashToKeep(parcel)
  const { length: count } = order.parcels
  const sentences = [
    ...(status === 'Packed' ? ['Leaves next.'] : []),
    ...(courier || trackingNumber ? [`${[courier, trackingNumber].filter(Boolean).join(' ')}.`] : []),
    ...(count === 1 && sender ? [`Sent by ${sender.name}.`] : []),
    ...(cash > 0 ? [`Keep ${formatRupees(cash)} ready.`] : []),
  ]
  return sentences.length > 0 && <p className="wrap-anywhere text-sm">{sentences.join(' ')}</p>
}
