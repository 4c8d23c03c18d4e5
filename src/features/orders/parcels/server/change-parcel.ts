import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { isDuplicate } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { noteChange } from '../../journal/server/journal.ts'
import { message } from '../../orders.messages.ts'
import { lockOrder } from '../../server/order-row.ts'
import { getOrder } from '../../server/orders.service.ts'
import { courierLink, courierName } from '../couriers.ts'
import { parcelNotFound, trackingNumberUsed } from '../parcels.contract.ts'
import { parcelCode, trackingKey } from '../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'

/** Omitted fields stay; null or an empty text empties one. */
export interface Tracking {
  courier?: string | null | undefined
  trackingNumber?: string | null | undefined
  trackingUrl?: string | null | undefined
}

const textOr = (text: string | null | undefined, before: string | null) => (text === undefined ? before : text || null)

/** The columns of a parcel with these changes. Without a link, the courier's own page for the number. */
export function withTracking(parcel: ParcelRow, { courier, trackingNumber, trackingUrl }: Tracking) {
  const typed = textOr(courier, parcel.courier)
  const name = typed === null ? null : courierName(typed)
  const number = textOr(trackingNumber, parcel.tracking_number)
  const ownBefore = courierLink(parcel.courier, parcel.tracking_number) ?? null
  const kept = parcel.tracking_url === ownBefore ? null : parcel.tracking_url
  return {
    courier: name,
    tracking_number: number,
    tracking_key: number === null ? null : trackingKey(number),
    tracking_url: (trackingUrl === undefined ? kept : trackingUrl) || courierLink(name, number) || null,
  }
}

/** The code of the parcel with this tracking number, however it is written. */
async function findByTracking(db: Db, key: string) {
  const other = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['parcels.id', 'parcels.number', 'orders.number as order'])
    .where('tracking_key', '=', key)
    .executeTakeFirst()
  return other && { id: other.id, code: parcelCode(other.order, other.number) }
}

/** Notes courier and tracking number of a parcel whose order is locked. Throws TRACKING_NUMBER_USED. */
export async function setTracking(tx: Tx, parcel: ParcelRow, tracking: Tracking) {
  const columns = withTracking(parcel, tracking)
  const other = columns.tracking_key === null ? undefined : await findByTracking(tx, columns.tracking_key)
  if (other && other.id !== parcel.id) throw trackingNumberUsed({ code: other.code })
  await tx.updateTable('parcels').set(columns).where('id', '=', parcel.id).execute()
}

const trackingFacts = ({ courier, tracking_number }: Pick<ParcelRow, 'courier' | 'tracking_number'>) => ({
  Courier: courier ?? '',
  'Tracking number': tracking_number ?? '',
})

/** Saves courier and tracking number. Throws PARCEL_NOT_FOUND, TRACKING_NUMBER_USED. */
export async function changeParcel(deps: Deps, who: Principal, parcelId: string, tracking: Tracking) {
  const found = await deps.db.selectFrom('parcels').select('order_id').where('id', '=', parcelId).executeTakeFirst()
  if (!found) throw parcelNotFound()
  try {
    await transact(deps, async (tx) => {
      const { number } = await lockOrder(tx, found.order_id)
      const parcel = await tx.selectFrom('parcels').selectAll().where('id', '=', parcelId).executeTakeFirstOrThrow()
      await setTracking(tx, parcel, tracking)
      await noteChange(tx, found.order_id, deps.now(), parcel.number)
      const { courier, tracking_number } = withTracking(parcel, tracking)
      const said = [courier, tracking_number].filter((one) => one !== null).join(', ')
      const summary = `Parcel ${parcelCode(number, parcel.number)}: ${said || 'no courier'}`
      const changes = changesBetween(trackingFacts(parcel), trackingFacts({ courier, tracking_number }))
      const act = {
        who,
        action: 'parcel.changed',
        subject: found.order_id,
        summary,
        changes,
        at: deps.now(),
      } as const
      await recordAct(tx, act)
    })
  } catch (error) {
    // Somebody else wrote the same number at this moment.
    const other = isDuplicate(error)
      ? await findByTracking(deps.db, trackingKey(tracking.trackingNumber ?? ''))
      : undefined
    throw other ? trackingNumberUsed({ code: other.code }) : error
  }
  const { parcels, exchanges } = await getOrder(deps, found.order_id)
  const parcel = [...parcels, ...exchanges].find(({ _id }) => _id === parcelId)
  if (!parcel) throw parcelNotFound()
  return { message: message('PARCEL_SAVED'), parcel }
}
