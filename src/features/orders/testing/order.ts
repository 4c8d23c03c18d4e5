import { listMyOrders } from '#features/orders/orders.contract.ts'
import type { TestShop } from '#testing/shop.ts'

export type Shopper = Awaited<ReturnType<TestShop['shopper']>>

/** A cash-on-delivery order to the shopper's address, with the answer as it comes. */
export const order = (
  shopper: Shopper,
  items: { product: string; quantity: number }[],
  headers: Record<string, string> = {},
) => shopper.send({ method: 'POST', url: '/api/order/cod', headers, payload: { items, address: shopper.address._id } })

export const countOrders = async (shopper: Shopper) => (await shopper.api(listMyOrders)).total

export const stockOf = (shop: TestShop, id: string) =>
  shop.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', id).executeTakeFirstOrThrow()
