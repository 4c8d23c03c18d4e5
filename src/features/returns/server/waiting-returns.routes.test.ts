import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { countWaitingReturns, moveReturn } from '../returns.contract.ts'
import { ask, deliver } from '../testing/returns.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001' })
})
afterAll(() => shop.close())

it('counts the returns that wait for an answer, or for the money of what arrived', async () => {
  const [seller, shopper] = [await shop.seller(), await shop.shopper()]
  const waiting = async () => (await seller.api(countWaitingReturns)).count
  const asked = async () => {
    const product = await shop.product()
    const order = String((await placeOrder(shopper, [{ product, quantity: 1 }])).json().orderId)
    await deliver(seller, order)
    return String((await ask(shopper, { order, items: [{ product, quantity: 1 }] })).json().return._id)
  }
  const move = (id: string, body: { to: 'accepted' | 'declined' | 'arrived' | 'closed' } & Record<string, string>) =>
    seller.api(moveReturn, { params: { id }, body })
  expect(await waiting()).toBe(0)
  const [id, other] = [await asked(), await asked()]
  expect(await waiting()).toBe(2)
  await move(other, { to: 'declined', message: 'It was worn' })
  expect(await waiting()).toBe(1)
  await move(id, { to: 'accepted' })
  expect(await waiting()).toBe(0)
  await move(id, { to: 'arrived' })
  expect((await seller.api(listAudit)).entries[0]?.changes).toEqual([
    { field: 'Return', old: 'Accepted', new: 'Arrived' },
  ])
  expect(await waiting()).toBe(1)
  await move(id, { to: 'closed', method: 'upi', reference: 'UPI 1' })
  expect(await waiting()).toBe(0)
})
