import { lockOrder } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import { newId } from '#shared/ids.ts'
import type { TestShop } from '#testing/shop.ts'
import type { OrderStatus } from '../orders.states.ts'
import { toParcelStatus } from '../parcels/parcels.states.ts'
import { writeParcels } from '../parcels/server/write-parcels.ts'

/** An approved producer, who sends by themselves unless it is said otherwise. */
export async function producer(shop: TestShop, name: string, { sends = true } = {}) {
  const id = newId()
  const sendsFrom = {
    street: '4 Weavers Lane',
    city: 'Imphal',
    state: 'Manipur',
    zipcode: '795001',
    phone: '98450 54321',
  }
  await shop.db
    .insertInto('producers')
    .values({
      ...{ id, name, location: 'Imphal', country: 'India', story: '', profile_image_url: '', cover_image_url: '' },
      ...{ years_in_business: 7, specialties: '["silk"]', email: `${id}@example.com`, mobile_number: '98450 54321' },
      ...{ application_id: null, created_at: 1, approved_at: 1 },
      ...{ search_text: name.toLowerCase() },
      sends_from: sends ? JSON.stringify(sendsFrom) : null,
    })
    .execute()
  return id
}

interface Brought {
  status: OrderStatus
  isPaid?: boolean
  paymentType?: 'COD' | 'Online'
}

/** An order as it would be in this state, with its parcels, without the way there: no mail, no event. */
export async function bringTo(
  shop: TestShop,
  orderId: string,
  { status, isPaid = false, paymentType = 'COD' }: Brought,
) {
  await transact(shop.deps, async (tx) => {
    const now = shop.deps.now()
    const paid_at = isPaid ? now.getTime() : null
    const set = { status, is_paid: isPaid ? 1 : 0, paid_at, payment_type: paymentType }
    await tx.updateTable('orders').set(set).where('id', '=', orderId).execute()
    await tx.deleteFrom('parcels').where('order_id', '=', orderId).execute()
    const parcelStatus = toParcelStatus(status)
    if (!parcelStatus) return
    await writeParcels(tx, await lockOrder(tx, orderId), now)
    await tx.updateTable('parcels').set({ status: parcelStatus }).where('order_id', '=', orderId).execute()
  })
}
