import { expect, it } from 'vitest'
import * as myOrders from './my-orders.page.tsx'
import * as sellerOrders from './seller-orders.page.tsx'

it('the pages that show many orders are heavy', () => {
  for (const page of [myOrders, sellerOrders]) expect(page.handle).toEqual({ isHeavy: true })
})
