import { expect, it } from 'vitest'
import * as sellerOrders from '#features/desk/web/seller-orders.page.tsx'
import * as myOrders from './my-orders.page.tsx'

it('the pages that show many orders are heavy', () => {
  for (const page of [myOrders, sellerOrders]) expect(page.handle).toEqual({ isHeavy: true })
})
