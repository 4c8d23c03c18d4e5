import { afterAll, beforeAll, expect, it } from 'vitest'
import { order } from '#features/orders/testing/order.ts'
import { bringTo, producer } from '#features/orders/testing/parcels.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerOrder } from '../orders.contract.ts'
import { openMoves } from '../orders.moves.ts'
import { orderStatuses } from '../orders.states.ts'
import { orderStatusOf, type ParcelStatus, parcelStatuses } from '../parcels/parcels.states.ts'
import { cashToTake } from '../parcels/parcels.words.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let id: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  const shopper = await shop.shopper()
  const asha = await producer(shop, 'Asha Silk')
  const bowl = await shop.product({ offerPricePaise: 100_00 })
  const scarf = await shop.product({ offerPricePaise: 50_00, producerId: asha })
  const lines = [bowl, scarf].map((product) => ({ product, quantity: 1 }))
  id = (await order(shopper, lines)).json().orderId
})
afterAll(() => shop.close())

/** The order with its two parcels in these states, unpaid, nothing of it taken back. */
async function stand(first: ParcelStatus, second: ParcelStatus) {
  const status = orderStatusOf([{ status: first }, { status: second }])
  await bringTo(shop, id, { status: 'Confirmed' })
  const set = (number: number, is: ParcelStatus) =>
    shop.db.updateTable('parcels').set({ status: is }).where('order_id', '=', id).where('number', '=', number).execute()
  await set(1, first)
  await set(2, second)
  await shop.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
  await shop.db
    .updateTable('order_lines')
    .set({ restocked: 0, written_off: 0, refunded: 0, credited: 0 })
    .where('order_id', '=', id)
    .execute()
  await shop.db.deleteFrom('cash_entries').where('order_id', '=', id).execute()
  return (await seller.api(getSellerOrder, { params: { id } })).order
}

const post = (path: string, payload: object = {}) =>
  seller.send({ method: 'POST', url: `/api/order/${id}/${path}`, payload })

it('whatever the parcels of an order are, its page offers the moves and the cash that the shop takes, and no others', async () => {
  const wrong: string[] = []
  for (const [place, first] of parcelStatuses.entries())
    for (const second of parcelStatuses.slice(place)) {
      const offered = openMoves('seller', await stand(first, second))
      for (const status of orderStatuses) {
        const before = await stand(first, second)
        if (before.status === status) continue
        const { statusCode } = await post('status', { status })
        if ((statusCode === 200) !== offered.includes(status))
          wrong.push(`${first}, ${second} -> ${status}: ${statusCode}, offered ${offered.includes(status)}`)
      }
      const cash = cashToTake(await stand(first, second))
      const { statusCode } = await post('cash-received')
      const { parcels } = (await seller.api(getSellerOrder, { params: { id } })).order
      const came = parcels.reduce((sum, parcel) => sum + parcel.cashReceived, 0)
      if (came !== cash) wrong.push(`${first}, ${second}: ${cash} offered, ${came} came, ${statusCode}`)
    }
  expect(wrong).toEqual([])
})
