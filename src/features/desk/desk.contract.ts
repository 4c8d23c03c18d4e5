import { z } from 'zod'
import { OrderFilters } from '#features/orders/orders.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Rupees } from '#shared/rupees-codec.ts'

/** What is chosen with "Select all": the newest that fit, as many as can be moved at once; `total` says how many fit. */
export const listOrderIds = endpoint('GET', '/api/order/seller/ids', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Ids of the orders that fit',
  isHeavy: true,
  query: OrderFilters,
  response: z.object({
    orders: z.array(z.object({ _id: z.string(), number: z.int(), parcels: z.int() })),
    total: z.int(),
  }),
})

/** For a page that stands open: ids of orders that are to be confirmed since then, 100 at most. */
export const listNewOrders = endpoint('GET', '/api/order/seller/new', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'Orders that came since a moment',
  query: z.object({ since: IsoTime }),
  response: z.object({ orders: z.array(z.string()) }),
})

/** Cash on its way to the shop: of delivered parcels; and what was handed over on this Indian day. */
export const getDeskCash = endpoint('GET', '/api/order/seller/cash', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'Cash that is to come, and that came today',
  response: z.object({ expected: z.object({ amount: Rupees, parcels: z.int() }), cameToday: Rupees }),
})
