import { Pill } from '#web/ui/pill.tsx'
import type { Order, Parcel } from '../orders.contract.ts'
import { isOff } from '../orders.states.ts'
import { isParcelOff } from '../parcels/parcels.states.ts'
import { shownStatus } from '../parcels/parcels.words.ts'
import { statusEn } from '../status-names.en.ts'

export function StatusPill({ status }: Pick<Order, 'status'>) {
  const tone = isOff(status) ? 'no' : status === 'Awaiting payment' ? 'wait' : status === 'Delivered' ? 'ok' : 'info'
  return <Pill tone={tone}>{statusEn[status]}</Pill>
}

export function ParcelPill({ status }: Pick<Parcel, 'status'>) {
  const tone = isParcelOff(status) ? 'no' : status === 'Delivered' ? 'ok' : 'info'
  return <Pill tone={tone}>{shownStatus(status)}</Pill>
}

/** A shopper pays cash at the door, whenever it reaches the shop. */
export function PaymentPill({ order }: { order: Order }) {
  if (order.isPaid && order.refunded >= order.amount) return <Pill tone="info">Refunded</Pill>
  if (order.isPaid) return <Pill tone="ok">Paid</Pill>
  if (order.wrongPayment)
    return order.wrongPayment.refund === 'failed' ? (
      <Pill tone="wait">Refund failed</Pill>
    ) : (
      <Pill tone="info">Refunded</Pill>
    )
  if (isOff(order.status)) return <Pill tone="info">Not charged</Pill>
  if (order.paymentType === 'COD' && order.status === 'Delivered') return <Pill tone="ok">Paid to the courier</Pill>
  return <Pill tone="wait">Pending</Pill>
}
