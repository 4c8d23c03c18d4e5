import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#kernel/db/tables.ts'
import type { Parcel } from '../../orders.contract.ts'
import type { LineRow } from '../../server/order-answer.ts'
import { parcelCode } from '../parcels.states.ts'
import { piecesIn } from './parcel-pieces.ts'

export type ParcelRow = Selectable<Tables['parcels']>

/** The address that a producer sends from, as of the order's confirmation. */
export const ParcelSender = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  phone: z.string(),
})
export type ParcelSender = z.output<typeof ParcelSender>

export const readSender = (json: string | null): ParcelSender | undefined =>
  json === null ? undefined : ParcelSender.parse(JSON.parse(json))

const moment = (at: number | null) => (at === null ? undefined : new Date(at))

/** `lines` are those of its order; where a list asked for fewer lines, some are missing here too. */
export function toParcel(row: ParcelRow, orderNumber: number, lines: readonly LineRow[]): Parcel {
  const sender = readSender(row.sender)
  const pieces = piecesIn(row, lines)
  const [packedAt, shippedAt, deliveredAt, endedAt] = [
    row.packed_at,
    row.shipped_at,
    row.delivered_at,
    row.ended_at,
  ].map(moment)
  return {
    _id: row.id,
    number: row.number,
    code: parcelCode(orderNumber, row.number),
    sender: row.sender_id === null || !sender ? null : { _id: row.sender_id, name: sender.name },
    ...(pieces.some(({ batches }) => batches !== null) && { food: true as const }),
    status: row.status,
    courier: row.courier,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    trackPath: `/track/${row.token}`,
    cash: row.cash_paise,
    cashReceived: row.cash_received_paise,
    cashLetGo: row.cash_let_go_paise,
    restocked: row.restocked === null ? null : row.restocked === 1,
    items: pieces.map(({ product_id, quantity }) => ({ product: product_id, quantity })),
    confirmedAt: new Date(row.confirmed_at),
    ...(packedAt && { packedAt }),
    ...(shippedAt && { shippedAt }),
    ...(deliveredAt && { deliveredAt }),
    ...(endedAt && { endedAt }),
  }
}
