import { useSettings } from '#web/hooks/use-root.ts'
import type { Order } from '../../orders.contract.ts'
import { keepReady, sendersText } from '../parcels.words.ts'

/** Shows of an unconfirmed order with several parcels who sends each, and the cash its courier will ask for. */
export function ComingParcels({ order: { comingParcels } }: { order: Order }) {
  const { storeName } = useSettings()
  if (comingParcels.length < 2) return null
  const cash = keepReady(comingParcels.map((parcel) => parcel.cash))
  return (
    <p className="mt-4 text-sm">
      {sendersText(comingParcels, storeName)} {cash}
    </p>
  )
}
