import { afterAll, expect, it } from 'vitest'
import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { order, stockOf } from '#features/orders/testing/order.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, testShop } from '#testing/shop.ts'
import { giveBackStock } from './give-back-stock.ts'

const shop = await testShop(sellerSettings)
afterAll(() => shop.close())

it('puts back all that orders took, lost pieces too, into their batches: but nothing past its date', async () => {
  const shopper = await shop.shopper()
  const seller = await shop.seller()
  const bowl = await shop.product({ stock: 5 })
  const pickle = await productInBatches(shop, [batchFor(shop, 2, 'old', 2), batchFor(shop, 60, 'new', 4)])
  const answer = await order(shopper, [
    { product: bowl, quantity: 2 },
    { product: pickle, quantity: 3 },
  ])
  const id = String(answer.json().orderId)
  for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
    await seller.api(moveOrder, { params: { id }, body: { status } })
  await seller.api(moveParcels, { body: { orders: [id], to: 'Lost' } })
  await order(shopper, [{ product: pickle, quantity: 1 }])
  expect(await stockInBatches(shop, pickle)).toMatchObject({ old: 0, new: 2 })
  shop.setClock(new Date(Date.now() + 3 * DAY_MS))
  await shop.db.transaction().execute((tx) => giveBackStock(tx, sellingDay(shop.deps)))
  expect(await stockOf(shop, bowl)).toEqual({ stock: 5, in_stock: 1 })
  expect(await stockInBatches(shop, pickle)).toEqual({ old: 0, new: 4, stock: 4, in_stock: 1 })
})
