import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { order } from '#features/orders/testing/order.ts'
import { bringTo, producer } from '#features/orders/testing/parcels.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerOrder } from '../orders.contract.ts'
import { changeParcel, letGoOfCash, moveParcels } from '../parcels/parcels.contract.ts'
import { markCashReceived, moveOrder, refundOrder, undoCashReceived } from '../seller-orders.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

it('the log has old and new value of what a seller changes of an order', async () => {
  const shopper = await shop.shopper()
  const answer = await order(shopper, [
    { product: await shop.product({ offerPricePaise: 100_00 }), quantity: 1 },
    {
      product: await shop.product({ offerPricePaise: 50_00, producerId: await producer(shop, 'Asha Silk') }),
      quantity: 1,
    },
  ])
  const id: string = answer.json().orderId
  await bringTo(shop, id, { status: 'Packed' })
  const { number, parcels } = (await seller.api(getSellerOrder, { params: { id } })).order
  const [first = '', second = ''] = parcels.map(({ _id }) => _id)
  const last = async () =>
    (await seller.api(listAudit)).entries[0]?.changes.map((one) => Object.values(one).join(' | '))

  await seller.api(changeParcel, { params: { id: first }, body: { courier: 'DTDC', trackingNumber: 'D 1' } })
  expect(await last()).toEqual(['Courier |  | DTDC', 'Tracking number |  | D 1'])
  await seller.api(changeParcel, { params: { id: first }, body: { trackingNumber: null } })
  expect(await last()).toEqual(['Tracking number | D 1 | '])
  await seller.api(moveParcels, { body: { to: 'Shipped', parcels: [first, second] } })
  expect(await last()).toEqual([
    `Status of parcel H${number}-1 | Packed | Shipped`,
    `Status of parcel H${number}-2 | Packed | Shipped`,
  ])
  await seller.api(moveOrder, { params: { id }, body: { status: 'Delivered' } })
  expect(await last()).toEqual(['Status | Shipped | Delivered'])

  await seller.api(markCashReceived, { params: { id } })
  expect(await last()).toEqual(['Cash received | ₹0.00 | ₹153.00'])
  await seller.api(undoCashReceived, { params: { id } })
  expect(await last()).toEqual(['Cash received | ₹153.00 | ₹0.00'])
  await seller.api(letGoOfCash, { params: { id: second }, body: { reason: 'The courier lost it' } })
  expect(await last()).toEqual(['Cash expected | ₹51.00 | ₹0.00'])
  await seller.api(markCashReceived, { params: { id } })
  const product = (await seller.api(getSellerOrder, { params: { id } })).order.items[0]?.product._id ?? ''
  const refund = { lines: [{ product, quantity: 1 }], method: 'upi' as const, reference: 'UPI 1' }
  await seller.api(refundOrder, { params: { id }, body: refund })
  expect(await last()).toEqual(['Refunded | ₹0.00 | ₹102.00'])
})
