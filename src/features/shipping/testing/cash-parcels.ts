import type { ParcelStatus } from '#features/orders/parcels/parcels.states.ts'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import { order } from '#features/orders/testing/order.ts'
import { newId } from '#shared/ids.ts'
import type { TestShop } from '#testing/shop.ts'

/** Rows that are written by one statement. */
const AT_ONCE = 200

export interface TestParcel {
  id: string
  orderId: string
  orderNumber: number
  /** "H1024-1". */
  code: string
  trackingNumber: string | null
}

interface Wanted {
  status: ParcelStatus
  /** Without it they have none. */
  courier?: string
  /** Before a number that counts up; without it they have none. */
  tracking?: string
}

/**
 * Cash orders of one parcel each, ₹1,273.98, in any number: one is placed and confirmed as a shopper and a seller do, the others are
 * its copies.
 */
export async function cashParcels(shop: TestShop, count: number, { status, courier, tracking }: Wanted) {
  const { db } = shop
  const shopper = await shop.shopper()
  const seller = await shop.seller()
  const placed = await order(shopper, [{ product: await shop.product(), quantity: 1 }])
  const { orderId } = placed.json()
  await seller.send({ method: 'POST', url: '/api/parcel/move', payload: { orders: [orderId], to: 'Confirmed' } })
  const { number: _, ...first } = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
  const parcel = await db.selectFrom('parcels').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const orderStatus = status === 'To pack' ? 'Confirmed' : status === 'Refused' ? 'Shipped' : status
  if (orderStatus === 'Lost') throw new Error('an order has no such status')
  const made: TestParcel[] = []
  for (let at = 0; at < count; at += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - at) }, newId)
    const orders = await db
      .insertInto('orders')
      .values(ids.map((id) => ({ ...first, id, status: orderStatus })))
      .returning(['id', 'number'])
      .execute()
    await db
      .insertInto('order_lines')
      .values(ids.flatMap((id) => lines.map((line) => ({ ...line, order_id: id }))))
      .execute()
    const numbers = new Map(orders.map((one) => [one.id, one.number]))
    const parcels = ids.map((id, place) => ({
      ...{ ...parcel, id: newId(), order_id: id, token: newId(), status, courier: courier ?? null },
      tracking_number: tracking === undefined ? null : `${tracking}${at + place}`,
      tracking_key: tracking === undefined ? null : trackingKey(`${tracking}${at + place}`),
      delivered_at: status === 'Delivered' ? Date.now() : null,
    }))
    await db.insertInto('parcels').values(parcels).execute()
    made.push(
      ...parcels.map(({ id, order_id, tracking_number }) => {
        const orderNumber = numbers.get(order_id) ?? 0
        return { id, orderId: order_id, orderNumber, code: `H${orderNumber}-1`, trackingNumber: tracking_number }
      }),
    )
  }
  await db.deleteFrom('orders').where('id', '=', orderId).execute()
  return made
}

/** Headers and body of a form with a courier's file. */
export async function courierFileForm(content: string | Buffer, fields: Record<string, unknown>, name = 'file.csv') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields))
    form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name, { type: 'text/csv' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
